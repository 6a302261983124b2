"""Agents of other people's factories, each played in a process of its own.

Such an agent can hang, exit, crash, print or change the working directory without harm to the
command that plays it: `guard` is the process between the two, `worker` what runs the agent,
`process` the command's end of the connection, and `agent` an agent like any other.

This guards against accidents. It is no sandbox: the agent runs with all rights of the user.
"""
