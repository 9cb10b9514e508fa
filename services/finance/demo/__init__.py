"""Demo data of finance."""

from services.demo.part import Part
from services.finance.demo import charges, exam_billing, invoices, reminding

PARTS = (
    Part("invoices", invoices.EMPTY, invoices.load, (invoices.EVENTS,)),
    Part("exam fees", charges.NO_FEES, charges.fees),
    Part("exam billing", exam_billing.EMPTY, exam_billing.load),
    Part("reminders", reminding.EMPTY, reminding.load),
)
