{{/* The image of a component: (dict "root" $ "name" "people") */}}
{{- define "staffroom.image" -}}
{{- $root := .root -}}
{{- with $root.Values.image.registry }}{{ . }}/{{ end }}staffroom/{{ .name }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}

{{- define "staffroom.labels" -}}
app.kubernetes.io/part-of: staffroom
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/name: {{ .name }}
{{- end }}

{{/* Where every service finds the others; the same for all processes of all services. */}}
{{- define "staffroom.peers" -}}
{{- $release := .Release.Name -}}
{{- $peers := list -}}
{{- range $name, $_ := .Values.services }}{{ $peers = append $peers (printf "%s=%s-%s:9000" $name $release $name) }}{{ end -}}
{{- join "," $peers -}}
{{- end }}

{{/* Where identity finds the others' /readyz, for /api/health. */}}
{{- define "staffroom.httpPeers" -}}
{{- $release := .Release.Name -}}
{{- $peers := list -}}
{{- range $name, $_ := .Values.services }}{{ $peers = append $peers (printf "%s=http://%s-%s:8000" $name $release $name) }}{{ end -}}
{{- join "," $peers -}}
{{- end }}

{{/* The environment of one process: (dict "root" $ "service" "people" "env" (dict)) */}}
{{- define "staffroom.env" -}}
{{- $values := .root.Values -}}
{{- $plain := dict
  "STAFFROOM_PUBLIC_URL" $values.publicUrl
  "STAFFROOM_PDF_URL" $values.pdfUrl
  "STAFFROOM_PDF_PEOPLE_URL" $values.pdfPeopleUrl
  "STAFFROOM_SMTP_URL" $values.smtpUrl
  "STAFFROOM_GRPC_PEERS" (include "staffroom.peers" .root)
  "STAFFROOM_JWKS_URL" (printf "http://%s-identity:8000/api/v1/auth/jwks" .root.Release.Name)
  "STAFFROOM_HTTP_HOST" "0.0.0.0"
  "STAFFROOM_HTTP_PORT" "8000"
  "STAFFROOM_GRPC_PORT" "9000"
  "STAFFROOM_METRICS_PORT" "8000"
  "STAFFROOM_TRUSTED_PROXIES" (join "," $values.gateway.trustedIPs)
  "STAFFROOM_RATE_AVERAGE" ($values.gateway.rateAverage | toString)
  "STAFFROOM_OTLP_ENDPOINT" $values.otlpEndpoint
  "STAFFROOM_DEMO" (ternary "1" "0" $values.demo)
-}}
{{- if eq .service "files" }}{{ $_ := set $plain "STAFFROOM_STORAGE_URL" $values.storageUrl }}{{ end -}}
{{- if eq .service "identity" }}{{ $_ := set $plain "STAFFROOM_SIGNING_KEY" "/run/keys/signing-key" }}{{ end -}}
{{- if eq .service "identity" }}{{ $_ := set $plain "STAFFROOM_RATE_SIGN_IN_AVERAGE" ($values.gateway.rateSignInAverage | toString) }}{{ end -}}
{{- if eq .service "identity" }}{{ $_ := set $plain "STAFFROOM_SECOND_FACTOR" $values.secondFactor }}{{ end -}}
{{- if and (eq .service "identity") $values.keycloak.url -}}
{{ $_ := set $plain "STAFFROOM_KEYCLOAK_URL" $values.keycloak.url }}
{{- $_ := set $plain "STAFFROOM_KEYCLOAK_REALM" $values.keycloak.realm }}
{{- $_ := set $plain "STAFFROOM_KEYCLOAK_CLIENT_ID" $values.keycloak.clientId }}
{{- end -}}
{{- if eq .service "identity" }}{{ $_ := set $plain "STAFFROOM_HTTP_PEERS" (include "staffroom.httpPeers" .root) }}{{ end -}}
{{- range $name, $value := merge (deepCopy .env) $plain }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
- name: STAFFROOM_SERVICE_KEY
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.keys }}, key: service-key}}
{{- if eq .service "identity" }}
- name: STAFFROOM_SECOND_FACTOR_KEY
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.keys }}, key: second-factor-key, optional: true}}
{{- end }}
{{- if and (eq .service "identity") $values.keycloak.url }}
- name: STAFFROOM_KEYCLOAK_CLIENT_SECRET
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.keycloak }}, key: client-secret}}
{{- end }}
{{- if eq .service "finance" }}
{{- range $name, $key := dict "CLIENT_ID" "client-id" "CLIENT_SECRET" "client-secret" "WEBHOOK_KEY" "webhook-key" }}
- name: STAFFROOM_XERO_{{ $name }}
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.accounting }}, key: {{ $key }}, optional: true}}
{{- end }}
{{- end }}
- name: STAFFROOM_NATS_URL
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.brokers }}, key: {{ .service }}-nats-url}}
- name: STAFFROOM_REDIS_URL
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.brokers }}, key: {{ .service }}-redis-url}}
- name: STAFFROOM_DATABASE_URL
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.databases }}, key: {{ .service }}-url}}
{{- end }}
