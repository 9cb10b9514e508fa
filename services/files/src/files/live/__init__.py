"""The live channel of whiteboards, a separate process (`python -m kit web files.live`).

Files is WSGI, where a thread per open page would be too many. This process holds the streams of many pages in one event
loop, and any of several may hold any board.
"""
