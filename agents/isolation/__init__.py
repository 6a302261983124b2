"""Agents from factories outside this project, each run in a process of its own.

Such an agent can hang, exit, crash, print or change the working directory without harm to the
command that runs it. `worker` runs the agent, `orphan_reaper` is the process between it and the
command, `process` is the command's end of the connection, and `agent` wraps it as an agent like
any other.

This protects against accidents, not against malice: the agent has all rights of the user.
"""
