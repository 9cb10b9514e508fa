{{/* A selector of pods of the release: (dict "root" $ "process" (list "web" "page") "service" "identity"); both may be left
     out. */}}
{{- define "staffroom.pods" -}}
matchLabels:
  app.kubernetes.io/name: staffroom
  app.kubernetes.io/instance: {{ .root.Release.Name }}
  {{- with .service }}
  staffroom/service: {{ . }}
  {{- end }}
{{- with .process }}
matchExpressions: [{key: staffroom/process, operator: In, values: [{{ join ", " . }}]}]
{{- end }}
{{- end }}

{{/* The port of an address, or that of its scheme. */}}
{{- define "staffroom.port" -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- $port | default (get (dict "http" "80" "https" "443" "smtp" "25" "smtps" "465") $url.scheme) -}}
{{- end }}
