{{/* The common part of all pod specs: (dict "root" $ "name" "people-worker" "user" 10001) */}}
{{- define "staffroom.pod" -}}
serviceAccountName: {{ .root.Release.Name }}
automountServiceAccountToken: false
# No variables of Services: their names, STAFFROOM_..., would conflict with our settings.
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- $user := .user | default 10001 }}
securityContext: {runAsNonRoot: true, runAsUser: {{ $user }}, runAsGroup: {{ $user }}, fsGroup: {{ $user }}, seccompProfile: {type: RuntimeDefault}}
{{- with .root.Values.scheduling }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Spread the pods of a component over zones and nodes. */}}
{{- define "staffroom.spread" -}}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "staffroom.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}

{{/* A Job's spec up to that of its pod; its containers and volumes follow: (dict "pod" $one "tries" 2). */}}
{{- define "staffroom.job" -}}
backoffLimit: {{ .tries }}
ttlSecondsAfterFinished: 86400
template:
  metadata:
    labels: {{- include "staffroom.podLabels" .pod | nindent 6 }}
  spec:
    restartPolicy: Never
    {{- include "staffroom.pod" .pod | nindent 4 }}
{{- end }}

{{- define "staffroom.container" -}}
securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
{{- end }}

{{/* A wait before SIGTERM, during which Services and balancers stop sending calls. */}}
{{- define "staffroom.drain" -}}
lifecycle: {preStop: {sleep: {seconds: 5}}}
{{- end }}

{{- define "staffroom.mounts" -}}
- {name: tmp, mountPath: /tmp}
{{- if eq .service "identity" }}
- {name: keys, mountPath: /run/keys, readOnly: true}
{{- end }}
{{- if and (eq .service "files") (include "staffroom.objectsVolume" .root) }}
- {name: objects, mountPath: {{ trimPrefix "file://" .root.Values.storageUrl }}}
{{- end }}
{{- end }}

{{- define "staffroom.volumes" -}}
- {name: tmp, emptyDir: {}}
{{- if eq .service "identity" }}
- {name: keys, secret: {secretName: {{ .root.Values.secrets.keys }}, items: [{key: signing-key, path: signing-key}]}}
{{- end }}
{{- if and (eq .service "files") (include "staffroom.objectsVolume" .root) }}
- {name: objects, persistentVolumeClaim: {claimName: {{ .root.Values.storageVolume.claim | default (printf "%s-objects" .root.Release.Name) }}}}
{{- end }}
{{- end }}
