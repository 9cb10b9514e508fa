"""The end of a centre assessed series: the head of centre declares it, after which grades and ranks are fixed."""
