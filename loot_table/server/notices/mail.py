"""Mail: what stands in it, and the way to the mail server."""

from __future__ import annotations

import asyncio
import hashlib
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr

from loot_table import languages
from loot_table.engine.sentence import Voice, say
from loot_table.server.notices.boxes import Box
from loot_table.server.notices.due import Due
from loot_table.server.notices.settings import NoticeSettings, Smtp

SECONDS = 20.0
WORKERS = 4
POLICY = SMTP.clone(max_line_length=900)  # links stay whole


class MailFailed(Exception):
    """`is_hopeless`: the address takes none, now or later. `is_server`: the mail server itself takes none from us now."""

    def __init__(self, kind: str, is_hopeless: bool = False, is_server: bool = False) -> None:
        super().__init__(kind)
        self.is_hopeless, self.is_server = is_hopeless, is_server


class Mailer:
    def __init__(self, settings: NoticeSettings, smtp: Smtp, trust: ssl.SSLContext | None = None) -> None:
        self.settings, self.smtp = settings, smtp
        self.trust = trust
        self.workers = ThreadPoolExecutor(
            WORKERS, thread_name_prefix="mail"
        )  # a slow mail server keeps nobody else waiting

    async def send(self, message: EmailMessage) -> None:
        await asyncio.get_running_loop().run_in_executor(self.workers, self.hand_over, message)

    def close(self) -> None:
        self.workers.shutdown(wait=False, cancel_futures=True)

    def hand_over(self, message: EmailMessage) -> None:
        smtp = self.smtp
        try:
            with self.connected() as line:
                if smtp.user:
                    line.login(smtp.user, smtp.password)
                line.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise MailFailed("refused", all(500 <= code < 600 for code in codes)) from None
        except (smtplib.SMTPException, OSError) as error:  # their words may hold the address
            raise MailFailed(type(error).__name__, is_server=True) from None

    def connected(self) -> smtplib.SMTP:
        smtp = self.smtp
        if smtp.security == "smtps":
            return smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=SECONDS, context=self.safe())
        line = smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS)
        if smtp.security == "smtp":
            try:
                line.starttls(context=self.safe())
            except BaseException:
                line.close()
                raise
        return line

    def safe(self) -> ssl.SSLContext:
        return self.trust or ssl.create_default_context()

    # ---- what stands in it

    def code(self, box: Box, code: str) -> EmailMessage:
        tell = Voice([], languages.words(box.language)).text
        lines = [
            tell(say("Somebody, you we hope, wants notices of games at {address} to come here.", address=self.at())),
            tell(say("The code that says so: {code}", code=code)),
            tell(say("It is good for half an hour. If it was not you, do nothing, and nothing more will come;")),
            tell(say("or have nobody here write to you again: {link}", link=self.off(box))),
        ]
        return self.message(box, tell(say("{code} is your code for Loot Table", code=code)), lines, code)

    def notices(self, box: Box, dues: Sequence[Due]) -> EmailMessage:
        """One mail for all tables that wait."""
        voice = Voice([], languages.words(box.language))
        lines = []
        for due in dues:
            lines += [voice.text(due.sentence()), f"{self.at()}/t/{due.table}", ""]
        many = say("{n} tables have something for you", n=str(len(dues)))
        subject = voice.text(dues[0].sentence() if len(dues) == 1 else many)
        lines += ["-- ", voice.text(say("No more of these: {link}", link=self.off(box)))]
        return self.message(box, subject, lines, " ".join(f"{due.id} {due.version}" for due in dues[:1]))

    def message(self, box: Box, subject: str, lines: Sequence[str], about: str) -> EmailMessage:
        assert box.mail is not None
        message = EmailMessage(POLICY)
        message["From"], message["To"], message["Subject"] = self.smtp.sender, box.mail.address, subject
        message["Date"] = formatdate()
        # The same again, should nobody know whether it went: mail programs show it once.
        number = hashlib.sha256(f"{box.id} {about}".encode()).hexdigest()[:32]
        message["Message-ID"] = f"<{number}@{parseaddr(self.smtp.sender)[1].partition('@')[2]}>"
        message["List-Unsubscribe"] = f"<{self.at()}/api/notices/off/{box.off_token()}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content("\n".join(lines) + "\n")
        return message

    def at(self) -> str:
        return self.settings.address.rstrip("/")

    def off(self, box: Box) -> str:
        return f"{self.at()}/notices/off/{box.off_token()}"
