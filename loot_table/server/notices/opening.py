"""Opens what sends notices, as far as it is configured."""

from __future__ import annotations

from loot_table.server.notices.courier import Courier
from loot_table.server.notices.mail import Mailer
from loot_table.server.notices.push import Pusher
from loot_table.server.notices.settings import NoticeSettings
from loot_table.server.tables import Tables


def open_notices(tables: Tables, settings: NoticeSettings) -> Courier | None:
    mailer = None if settings.smtp is None else Mailer(settings, settings.smtp)
    pusher = None
    if settings.push_contact and settings.push_key is not None:
        pusher = Pusher(settings.push_contact, settings.push_key, settings.push_services)
    return None if mailer is None and pusher is None else Courier(tables, mailer, pusher)
