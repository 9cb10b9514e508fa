"""A name server for tests: it answers TXT queries over UDP on a separate port."""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping, Sequence

import dns.flags
import dns.message
import dns.rcode
import dns.rrset


class NameServer:
    """Answers with the TXT `records` of a name, NXDOMAIN for other names, and not at all for `silent` ones."""

    def __init__(self, records: Mapping[str, Sequence[str]], silent: Sequence[str] = ()) -> None:
        self.records, self.silent = records, silent
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> NameServer:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        # An empty datagram wakes the thread; closing the socket would not.
        host, port = self._socket.getsockname()
        self._socket.sendto(b"", (host, port))
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            content, client = self._socket.recvfrom(4096)
            if not content:
                return
            asked = dns.message.from_wire(content)
            name = asked.question[0].name.to_text(omit_final_dot=True)
            if name in self.silent:
                continue
            answer = dns.message.make_response(asked)
            answer.flags |= dns.flags.RA
            if name not in self.records:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            elif self.records[name]:
                texts = (" ".join(f'"{part}"' for part in _parts(text)) for text in self.records[name])
                answer.answer.append(dns.rrset.from_text(asked.question[0].name, 60, "IN", "TXT", *texts))
            self._socket.sendto(answer.to_wire(), client)


def _parts(text: str) -> list[str]:
    """Split a record into strings of at most 255 characters, as the protocol requires."""
    return [text[start : start + 255] for start in range(0, len(text), 255)]
