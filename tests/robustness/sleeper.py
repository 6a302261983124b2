"""A program that does nothing for an hour, and says when it begins."""

import time

if __name__ == "__main__":
    print("asleep", flush=True)
    time.sleep(3600)
