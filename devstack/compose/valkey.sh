#!/bin/sh
# Written by devstack/stack/brokers.py.
set -eu
umask 077
{
  echo "user default off"
  echo "user health on nopass resetkeys resetchannels -@all +ping"
  echo "user identity on >$BROKER_PASSWORD_IDENTITY ~identity:* ~celery:identity:* ~revoked:* resetchannels &sessions:revoked &celery:identity:* +@all -@admin -@dangerous"
  echo "user people on >$BROKER_PASSWORD_PEOPLE ~people:* ~celery:people:* %R~revoked:* resetchannels &sessions:revoked &celery:people:* +@all -@admin -@dangerous -publish -spublish"
  echo "user teaching on >$BROKER_PASSWORD_TEACHING ~teaching:* ~celery:teaching:* %R~revoked:* resetchannels &sessions:revoked &celery:teaching:* +@all -@admin -@dangerous -publish -spublish"
  echo "user finance on >$BROKER_PASSWORD_FINANCE ~finance:* ~celery:finance:* %R~revoked:* resetchannels &sessions:revoked &celery:finance:* +@all -@admin -@dangerous -publish -spublish"
  echo "user support on >$BROKER_PASSWORD_SUPPORT ~support:* ~celery:support:* ~notification-ticket:* %R~revoked:* resetchannels &sessions:revoked &celery:support:* +@all -@admin -@dangerous -publish -spublish"
  echo "user files on >$BROKER_PASSWORD_FILES ~files:* ~celery:files:* %R~revoked:* resetchannels &sessions:revoked &celery:files:* +@all -@admin -@dangerous -publish -spublish"
} > /tmp/accounts.acl
exec valkey-server --appendonly yes --save "" --dir /data --aclfile /tmp/accounts.acl
