"""A window that shows pictures, by pygame-ce."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.render.extras import pygame


class Window:
    """A window that opens with the first picture. Copies and pickles have none of their own open.

    When its user closes it, it stays closed, and later pictures are dropped.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._clock: Any = None
        self._dismissed = False

    def __getstate__(self) -> dict[str, Any]:
        """The title alone."""
        return {"_title": self._title, "_clock": None, "_dismissed": False}

    @property
    def is_open(self) -> bool:
        """Whether it is to be seen."""
        return self._clock is not None

    def show(self, picture: NDArray[np.uint8], frames_per_second: float) -> None:
        """Show (height, width, 3) uint8, for as long as the rate says; MissingLibrary."""
        if self._dismissed:
            return
        library = pygame()
        height, width = picture.shape[:2]
        if self._clock is None:
            library.display.init()
            self._clock = library.time.Clock()
        screen = library.display.get_surface()
        if screen is None or screen.get_size() != (width, height):
            screen = library.display.set_mode((width, height))
            library.display.set_caption(self._title)
        library.surfarray.blit_array(screen, picture.swapaxes(0, 1))
        library.display.flip()
        if any(event.type == library.QUIT for event in library.event.get()):
            self._dismissed = True
            self.close()
            return
        self._clock.tick(frames_per_second)

    def close(self) -> None:
        """Close the window, if it is open."""
        if self._clock is not None:
            self._clock = None
            pygame().display.quit()
