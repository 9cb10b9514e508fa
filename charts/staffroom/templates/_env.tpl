{{/* The addresses of all services. They are headless Services with round robin: each call goes to the next pod. */}}
{{- define "staffroom.peers" -}}
{{- $peers := list -}}
{{- range $name, $_ := .Values.services }}{{ $peers = append $peers (printf "%s=dns:///%s-%s-grpc:9000" $name $.Release.Name $name) }}{{ end -}}
{{- join "," $peers -}}
{{- end }}

{{/* The addresses at which identity reads the others' /readyz, for /api/health. */}}
{{- define "staffroom.httpPeers" -}}
{{- $peers := list -}}
{{- range $name, $_ := .Values.services }}{{ if ne $name "identity" }}{{ $peers = append $peers (printf "%s=http://%s-%s:8000" $name $.Release.Name $name) }}{{ end }}{{ end -}}
{{- join "," $peers -}}
{{- end }}

{{/* The environment of a process: (dict "root" $ "service" "people" "settings" (dict "env" (dict) "databasePool" 3)) */}}
{{- define "staffroom.env" -}}
{{- $values := .root.Values -}}
{{- $plain := dict
  "STAFFROOM_PUBLIC_URL" $values.publicUrl
  "STAFFROOM_PDF_URL" (include "staffroom.pdfUrl" .root)
  "STAFFROOM_PDF_PEOPLE_URL" (include "staffroom.pdfPeopleUrl" .root)
  "STAFFROOM_GRPC_PEERS" (include "staffroom.peers" .root)
  "STAFFROOM_JWKS_URL" (printf "http://%s-identity:8000/api/v1/auth/jwks" .root.Release.Name)
  "STAFFROOM_HTTP_HOST" "0.0.0.0"
  "STAFFROOM_HTTP_PORT" "8000"
  "STAFFROOM_GRPC_PORT" "9000"
  "STAFFROOM_METRICS_PORT" "8000"
  "STAFFROOM_DATABASE_POOL" (.settings.databasePool | toString)
  "STAFFROOM_EVENTS_REPLICAS" ($values.events.replicas | toString)
  "STAFFROOM_EVENTS_DAYS" ($values.events.days | toString)
  "STAFFROOM_TRUSTED_PROXIES" (join "," $values.gateway.trustedIPs)
  "STAFFROOM_RATE_AVERAGE" ($values.gateway.rateAverage | toString)
  "STAFFROOM_OTLP_ENDPOINT" $values.otlpEndpoint
  "STAFFROOM_RELEASE" (include "staffroom.tag" (dict "root" .root "name" .service))
  "STAFFROOM_DEMO" (ternary "1" "0" $values.demo)
-}}
{{- if not $values.secrets.mail }}{{ $_ := set $plain "STAFFROOM_SMTP_URL" $values.smtpUrl }}{{ end -}}
{{- if $values.mailFrom }}{{ $_ := set $plain "STAFFROOM_MAIL_FROM" $values.mailFrom }}{{ end -}}
{{- if $values.mailAnswers }}{{ $_ := set $plain "STAFFROOM_MAIL_ANSWERS" $values.mailAnswers }}{{ end -}}
{{- if $values.supportEmail }}{{ $_ := set $plain "STAFFROOM_SUPPORT_EMAIL" $values.supportEmail }}{{ end -}}
{{- if eq .service "files" }}{{ $_ := set $plain "STAFFROOM_STORAGE_URL" $values.storageUrl }}{{ end -}}
{{- if and (eq .service "files") $values.clamdUrl }}{{ $_ := set $plain "STAFFROOM_CLAMD_URL" $values.clamdUrl }}{{ end -}}
{{- if eq .service "identity" -}}
{{- $_ := set $plain "STAFFROOM_SIGNING_KEY" "/run/keys/signing-key" -}}
{{- $_ := set $plain "STAFFROOM_RATE_SIGN_IN_AVERAGE" ($values.gateway.rateSignInAverage | toString) -}}
{{- $_ := set $plain "STAFFROOM_SECOND_FACTOR" $values.secondFactor -}}
{{- $_ := set $plain "STAFFROOM_HTTP_PEERS" (include "staffroom.httpPeers" .root) -}}
{{- if $values.keycloak.url -}}
{{- $_ := set $plain "STAFFROOM_KEYCLOAK_URL" $values.keycloak.url -}}
{{- $_ := set $plain "STAFFROOM_KEYCLOAK_REALM" $values.keycloak.realm -}}
{{- $_ := set $plain "STAFFROOM_KEYCLOAK_CLIENT_ID" $values.keycloak.clientId -}}
{{- end -}}
{{- end -}}
{{- range $name, $value := merge (deepCopy .settings.env) $plain }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- $secrets := list
  (list "STAFFROOM_DATABASE_URL" $values.secrets.databases (printf "%s-url" .service))
  (list "STAFFROOM_NATS_URL" $values.secrets.brokers (printf "%s-nats-url" .service))
  (list "STAFFROOM_REDIS_URL" $values.secrets.brokers (printf "%s-redis-url" .service))
  (list "STAFFROOM_SERVICE_KEY" $values.secrets.keys "service-key")
}}
{{- if $values.secrets.mail }}{{ $secrets = append $secrets (list "STAFFROOM_SMTP_URL" $values.secrets.mail "smtp-url") }}{{ end }}
{{- if and (eq .service "identity") $values.keycloak.url }}
{{- $secrets = append $secrets (list "STAFFROOM_KEYCLOAK_CLIENT_SECRET" $values.secrets.keycloak "client-secret") }}
{{- end }}
{{- range $secrets }}
- name: {{ index . 0 }}
  valueFrom: {secretKeyRef: {name: {{ index . 1 }}, key: {{ index . 2 }}}}
{{- end }}
{{- $optional := list }}
{{- if eq .service "identity" }}{{ $optional = list (list "STAFFROOM_SECOND_FACTOR_KEY" $values.secrets.keys "second-factor-key") }}{{ end }}
{{- if eq .service "finance" }}
{{- range $name, $key := dict "CLIENT_ID" "client-id" "CLIENT_SECRET" "client-secret" "WEBHOOK_KEY" "webhook-key" }}
{{- $optional = append $optional (list (printf "STAFFROOM_XERO_%s" $name) $values.secrets.accounting $key) }}
{{- end }}
{{- end }}
{{- range $optional }}
- name: {{ index . 0 }}
  valueFrom: {secretKeyRef: {name: {{ index . 1 }}, key: {{ index . 2 }}, optional: true}}
{{- end }}
{{- end }}

{{/* Credentials of the S3 store. */}}
{{- define "staffroom.envFrom" -}}
{{- if and (has .service (list "files" "backup")) .root.Values.secrets.storage }}
envFrom: [{secretRef: {name: {{ .root.Values.secrets.storage }}}}]
{{- end }}
{{- end }}

{{/* The environment of `python -m backup`. */}}
{{- define "staffroom.backupEnv" -}}
- {name: STAFFROOM_BACKUP_TO, value: {{ .Values.backup.to | quote }}}
- {name: STAFFROOM_BACKUP_RECIPIENT, value: {{ .Values.backup.recipient | quote }}}
- {name: STAFFROOM_BACKUP_KEEP, value: {{ .Values.backup.keep | quote }}}
- {name: STAFFROOM_BACKUP_DATABASE_URL, valueFrom: {secretKeyRef: {name: {{ .Values.secrets.backup }}, key: database-url}}}
- {name: STAFFROOM_STORAGE_URL, value: {{ .Values.storageUrl | quote }}}
- {name: STAFFROOM_METRICS_PORT, value: "8000"}
- {name: STAFFROOM_HTTP_HOST, value: "0.0.0.0"}
{{- end }}
