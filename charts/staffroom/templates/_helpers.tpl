{{/* The version of a component: (dict "root" $ "name" "people"). A service and its remote have the one of their area. */}}
{{- define "staffroom.tag" -}}
{{- $area := get .root.Values.areas (trimSuffix "-remote" .name) | default dict -}}
{{- $area.tag | default .root.Values.image.tag | default .root.Chart.AppVersion -}}
{{- end }}

{{/* The image of a component: (dict "root" $ "name" "people"). */}}
{{- define "staffroom.image" -}}
{{- $image := .root.Values.image -}}
{{- $own := printf "staffroom/%s:%s" .name (include "staffroom.tag" .) -}}
{{- get .root.Values.images .name | default (ternary (printf "%s/%s" $image.registry $own) $own (ne $image.registry "")) -}}
{{- end }}

{{/* Labels that select the pods of a component: (dict "root" $ "name" "people-worker") */}}
{{- define "staffroom.selector" -}}
app.kubernetes.io/name: staffroom
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "staffroom.labels" -}}
{{ include "staffroom.selector" . }}
app.kubernetes.io/part-of: staffroom
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Name and labels of an object: (dict "root" $ "name" "people-worker") */}}
{{- define "staffroom.metadata" -}}
name: {{ .root.Release.Name }}-{{ .name }}
namespace: {{ .root.Release.Namespace }}
labels: {{- include "staffroom.labels" . | nindent 2 }}
{{- end }}

{{/* Labels of a pod: (dict "root" $ "name" "people-worker" "process" "worker" "service" "people") */}}
{{- define "staffroom.podLabels" -}}
{{ include "staffroom.labels" . }}
staffroom/process: {{ .process }}
{{- with .service }}
staffroom/service: {{ . }}
{{- end }}
{{- end }}

{{/* Every process of every service as JSON: name, service, process (web, events, worker, page, module), run, settings. */}}
{{- define "staffroom.processes" -}}
{{- $all := list -}}
{{- range $service, $declared := .Values.services -}}
{{- $own := $declared | default dict -}}
{{- $processes := list -}}
{{- range $process := list "web" "events" "worker" -}}
{{- $name := ternary $service (printf "%s-%s" $service $process) (eq $process "web") -}}
{{- $processes = append $processes (dict "name" $name "process" $process "run" $service "own" (get $own $process)) -}}
{{- end -}}
{{- /* Separate web processes: `kit web <service>.<name>`, named <name>. */ -}}
{{- range $name, $settings := get $own "pages" | default dict -}}
{{- $processes = append $processes (dict "name" $name "process" "page" "run" (printf "%s.%s" $service $name) "own" $settings) -}}
{{- end -}}
{{- /* Further processes: `python -m <service>.<name>`, named <service>-<name>. */ -}}
{{- range $name, $settings := get $own "modules" | default dict -}}
{{- $run := printf "%s.%s" $service $name -}}
{{- $processes = append $processes (dict "name" (printf "%s-%s" $service $name) "process" "module" "run" $run "own" $settings) -}}
{{- end -}}
{{- range $processes -}}
{{- $kind := get $.Values.processes .process | default dict -}}
{{- $settings := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $kind) (deepCopy (.own | default dict)) -}}
{{- $all = append $all (dict "name" .name "service" $service "process" .process "run" .run "settings" $settings) -}}
{{- end -}}
{{- end -}}
{{- toJson $all -}}
{{- end }}

{{/* The gateway, the shell and the remotes as JSON, in the form of `staffroom.processes`. */}}
{{- define "staffroom.front" -}}
{{- range $area, $_ := .Values.areas -}}
{{- if not (hasKey $.Values.services $area) }}{{ fail (printf "areas.%s: there is no such service" $area) }}{{ end -}}
{{- end -}}
{{- $all := list (dict "name" "gateway" "process" "gateway" "settings" .Values.gateway) (dict "name" "web" "process" "static" "settings" .Values.web) -}}
{{- range $service, $_ := .Values.services -}}
{{- $all = append $all (dict "name" (printf "%s-remote" $service) "process" "static" "settings" $.Values.web) -}}
{{- end -}}
{{- toJson $all -}}
{{- end }}

{{/* A hash of the Secrets that a process reads, as stored in the cluster: pods are replaced after a rotation. Without a
     cluster (`helm template`) there is nothing to hash. */}}
{{- define "staffroom.secretsHash" -}}
{{- $found := list -}}
{{- range $name := list .Values.secrets.databases .Values.secrets.brokers .Values.secrets.keys .Values.secrets.accounting .Values.secrets.keycloak .Values.secrets.mail .Values.secrets.storage -}}
{{- if $name -}}
{{- $secret := lookup "v1" "Secret" $.Release.Namespace $name -}}
{{- if $secret }}{{ $found = append $found $secret.data }}{{ end -}}
{{- end -}}
{{- end -}}
{{- toJson $found | sha256sum -}}
{{- end }}

{{- define "staffroom.pdfUrl" -}}
{{- if .Values.pdf.enabled }}http://{{ .Release.Name }}-pdf:3000{{ else }}{{ .Values.pdf.url }}{{ end -}}
{{- end }}
{{- define "staffroom.pdfPeopleUrl" -}}
{{- if .Values.pdf.enabled }}http://{{ .Release.Name }}-pdf-people:3000{{ else }}{{ .Values.pdf.peopleUrl }}{{ end -}}
{{- end }}
{{- define "staffroom.keycloakOrigin" -}}
{{- .Values.keycloak.url | trimSuffix "/" | trimSuffix "/sso" -}}
{{- end }}

{{/* True if objects are files in a volume. */}}
{{- define "staffroom.objectsVolume" -}}
{{- if hasPrefix "file://" .Values.storageUrl }}true{{ end -}}
{{- end }}

{{/* True if our process stores PostgreSQL's log. */}}
{{- define "staffroom.backupWal" -}}
{{- if and .Values.backup.enabled .Values.backup.wal }}true{{ end -}}
{{- end }}
