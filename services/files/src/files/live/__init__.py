"""Drawing together: the live channel of whiteboards, a process of its own (`python -m kit web files.live`).

Files is WSGI: a thread each open page would be too many. This process holds the streams of many pages in one event
loop, and any of several may hold any board.
"""
