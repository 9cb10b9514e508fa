"""Django REST framework doing the work of the finance service: the invoice list, and one field with history and outbox.

Written as its documentation recommends: ModelSerializer, generics, select_for_update. Tokens are verified once and
cached.
"""

# Django has no type stubs, and this is the yardstick, not the product.
# mypy: ignore-errors
from __future__ import annotations

import os
from urllib.parse import urlsplit

import django
from django.conf import settings

database = urlsplit(os.environ["BENCH_DATABASE_URL"])
settings.configure(
    DEBUG=False,
    SECRET_KEY=os.urandom(16).hex(),
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    INSTALLED_APPS=["rest_framework"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": database.path[1:],
            "USER": database.username,
            "PASSWORD": database.password,
            "HOST": database.hostname,
            "PORT": database.port,
            "CONN_MAX_AGE": None,
            "DISABLE_SERVER_SIDE_CURSORS": True,
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import models, transaction
from django.urls import path
from rest_framework import authentication, exceptions, generics, serializers
from rest_framework.response import Response

from kit.policy import tokens


class User:
    """The user who asks."""

    is_authenticated = True

    def __init__(self, user_id: int) -> None:
        self.id = user_id


class Bearer(authentication.BaseAuthentication):
    """The services' own verification, with its cache."""

    def authenticate(self, request):
        try:
            actor = tokens.verify(request.headers.get("Authorization", "").removeprefix("Bearer "))
        except Exception as error:
            raise exceptions.AuthenticationFailed from error
        return User(actor.user_id), None


class Person(models.Model):
    pk = models.CompositePrimaryKey("kind", "id")
    kind = models.TextField()
    id = models.BigIntegerField()
    name = models.TextField()

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "person"


class Invoice(models.Model):
    id = models.BigIntegerField(primary_key=True)
    version = models.IntegerField()
    modified = models.DateTimeField(auto_now=True)
    organisation_id = models.BigIntegerField()
    title = models.TextField()
    number = models.TextField(null=True)
    name = models.TextField()
    student_id = models.BigIntegerField(null=True)
    email = models.TextField()
    line3 = models.TextField(blank=True, max_length=255)
    status = models.TextField()
    billing_year = models.IntegerField()
    date = models.DateField()
    due_date = models.DateField(null=True)
    amount = models.BigIntegerField()
    discount = models.BigIntegerField()
    vat = models.BigIntegerField()
    total = models.BigIntegerField()
    outstanding = models.BigIntegerField()
    currency = models.TextField()
    description_plain = models.TextField()
    email_sent = models.DateTimeField(null=True)
    has_instalment_plan = models.BooleanField()
    is_credit_note = models.BooleanField()

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "invoice"


class FieldHistory(models.Model):
    id = models.BigAutoField(primary_key=True)
    entity = models.TextField()
    entity_id = models.BigIntegerField()
    field = models.TextField()
    old_value = models.JSONField()
    new_value = models.JSONField()
    user_id = models.BigIntegerField()
    acting_user_id = models.BigIntegerField()
    user_name = models.TextField()

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "field_history"


class Outbox(models.Model):
    id = models.BigAutoField(primary_key=True)
    subject = models.TextField()
    key = models.TextField()
    payload = models.JSONField()
    actor = models.JSONField()

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "outbox"


class InvoiceRow(serializers.ModelSerializer):
    student = serializers.CharField()
    billingYear = serializers.IntegerField(source="billing_year")
    dueDate = serializers.DateField(source="due_date")
    VAT = serializers.IntegerField(source="vat")
    description = serializers.CharField(source="description_plain")
    emailSent = serializers.DateTimeField(source="email_sent")
    hasInstallmentPlan = serializers.BooleanField(source="has_instalment_plan")
    isCreditNote = serializers.BooleanField(source="is_credit_note")
    orgId = serializers.IntegerField(source="organisation_id")

    class Meta:
        model = Invoice
        fields = (
            "id",
            "number",
            "name",
            "student",
            "status",
            "date",
            "dueDate",
            "total",
            "outstanding",
            "billingYear",
            "title",
            "amount",
            "discount",
            "VAT",
            "emailSent",
            "description",
            "email",
            "currency",
            "hasInstallmentPlan",
            "isCreditNote",
            "orgId",
        )


class InvoiceList(generics.ListAPIView):
    authentication_classes = (Bearer,)
    serializer_class = InvoiceRow

    def list(self, request, *args, **kwargs):
        size = int(request.query_params.get("pageSize", 50))
        student = Person.objects.filter(kind="student", id=models.OuterRef("student_id")).values("name")[:1]
        rows = Invoice.objects.annotate(student=models.Subquery(student)).order_by("-date", "-id")[: size + 1]
        data = self.get_serializer(rows, many=True).data
        return Response({"data": data[:size], "total": 10_000, "totalIsExact": False})


class Change(serializers.Serializer):
    field = serializers.ChoiceField(choices=["line3"])
    newValue = serializers.CharField(max_length=255, allow_blank=True)


class InvoiceChange(generics.GenericAPIView):
    authentication_classes = (Bearer,)
    serializer_class = Change

    @transaction.atomic
    def put(self, request, pk):
        change = self.get_serializer(data=request.data)
        change.is_valid(raise_exception=True)
        invoice = generics.get_object_or_404(Invoice.objects.select_for_update(), pk=pk)
        old, invoice.line3 = invoice.line3, change.validated_data["newValue"]
        invoice.version += 1
        invoice.save(update_fields=["line3", "version", "modified"])
        FieldHistory.objects.create(
            entity="invoice",
            entity_id=pk,
            field="line3",
            old_value=old,
            new_value=invoice.line3,
            user_id=request.user.id,
            acting_user_id=request.user.id,
            user_name="Bench",
        )
        Outbox.objects.create(
            subject="finance.invoice.changed",
            key=str(pk),
            actor={"userId": request.user.id},
            payload={"id": pk, "number": invoice.number, "status": invoice.status, "total": invoice.total},
        )
        answer = {"field": "line3", "value": invoice.line3, "modified": invoice.modified, "version": invoice.version}
        return Response({"data": answer})


urlpatterns = [
    path("api/v1/invoices", InvoiceList.as_view()),
    path("api/v1/invoice/<int:pk>", InvoiceChange.as_view()),
]
application = get_wsgi_application()
