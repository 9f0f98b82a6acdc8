"""What goes over a socket: made once for all who are sent the same, and smaller where it is large.

What a socket costs stays what it was: nothing is remembered from message to message, and most messages are small and go as
they are. Each is compressed alone, so that no length tells how much it is like another; see the threat model.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.typing import ExtensionParameter

LEAST_BYTES = 4096  # of a message that is worth it
LEVEL = 4
# Of what comes in.
ROOM = 8192  # bytes that a message may become, however small it came
RATIO = 32  # or so many times as much
PIECE = 1024  # bytes that are read at one go: between two pieces everybody else has their turn
MOST_PARTS = 64  # of a message
MOST_TOGETHER = 16  # messages that go out in one piece
LINE = "loot.line"  # what a socket's scope calls its line, where it has one
TAIL = b"\x00\x00\xff\xff"  # of every flush; the protocol leaves it away


class Message:
    """A text for any number of screens, and its bytes on the wire, by what was agreed with a screen."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.framed: dict[int, bytes] = {}

    def for_wire(self, extensions: Sequence[Extension]) -> bytes:
        window = next((each.local_max_window_bits for each in extensions if isinstance(each, LargeMessages)), 0)
        found = self.framed.get(window)
        if found is None:
            found = self.framed[window] = Frame(Opcode.TEXT, self.text).serialize(mask=False, extensions=extensions)
        return found


def small(message: bytes, window: int) -> bytes:
    made = zlib.compressobj(LEVEL, zlib.DEFLATED, -window)
    return (made.compress(message) + made.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


class LargeMessages(PerMessageDeflate):
    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """What players say is short. A few bytes that would become very many are nobody's move."""
        most = max(ROOM, RATIO * len(frame.data))
        return super().decode(frame, max_size=most if max_size is None else min(max_size, most))

    def encode(self, frame: Frame) -> Frame:
        is_whole = frame.opcode in (Opcode.TEXT, Opcode.BINARY) and frame.fin
        if not is_whole or len(frame.data) < LEAST_BYTES:
            return frame
        data = small(bytes(frame.data), self.local_max_window_bits)
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)


class Deflating(ServerPerMessageDeflateFactory):
    """Agrees to it with whoever offers it."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, LargeMessages(
            remote_no_context_takeover=agreed.remote_no_context_takeover,
            local_no_context_takeover=True,
            remote_max_window_bits=agreed.remote_max_window_bits,
            local_max_window_bits=agreed.local_max_window_bits,
        )


class Line(WebSocketsSansIOProtocol):
    """A socket as uvicorn has it, but for this, and for reading no more at a time than it can hold."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [Deflating(server_no_context_takeover=True, client_no_context_takeover=True)]
        self.held = bytearray()  # what has come and was not yet read
        self.is_due = False
        self.heard_at = 0.0  # when something came
        self.said: list[bytes] = []  # what goes out in one piece

    # ---- out: at once, where the screen takes it

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            scope: Any = self.scope
            scope["extensions"][LINE] = {"say": self.say}

    def say(self, message: Message) -> bool:
        """Write it without anybody having to wait; False where there is no room for it now. What is said in one go, a frame
        and the answer to whoever moved, is written in one go."""
        is_open = self.conn.state is State.OPEN and not self.close_sent and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        if not self.said:
            self.loop.call_soon(self.write_what_was_said)
        self.said.append(message.for_wire(self.conn.extensions))
        if len(self.said) >= MOST_TOGETHER:
            self.write_what_was_said()
        return True

    def write_what_was_said(self) -> None:
        if self.said and not self.transport.is_closing():
            self.transport.write(self.said[0] if len(self.said) == 1 else b"".join(self.said))
        self.said.clear()

    def send_keepalive_ping(self) -> None:
        """Nobody is asked whether they are there who has just said something."""
        silent = self.loop.time() - self.heard_at
        if self.ping_interval is not None and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    # ---- in: a piece at a time, and none while messages wait, for a quarter of a megabyte may come at once

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        self.held += data
        if not self.is_due:
            self.go_on()

    def go_on(self) -> None:
        self.is_due = False
        if self.held and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self.held[:PIECE])
            del self.held[:PIECE]
            super().data_received(piece)
        if self.transport.is_closing():
            self.held.clear()
        elif self.held:
            self.transport.pause_reading()
            if not self.read_paused:
                self.is_due = True
                self.loop.call_soon(self.go_on)
        elif not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        found = await super().receive()
        if self.held and not self.is_due:
            self.go_on()
        return found

    async def send(self, message: Any) -> None:
        self.write_what_was_said()
        await super().send(message)
        if self.held and not self.is_due:  # after a goodbye the answer to it is still heard
            self.go_on()

    def handle_ping(self) -> None:
        """Who does not read the answers gets no more of them."""
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(answer)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
        elif not self.transport.is_closing():
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many parts")
            self.handle_parser_exception()
