{{- define "tocsin.labels" -}}
app.kubernetes.io/part-of: tocsin
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* The pod labels that select one app. Call it with a dict of root and app. */}}
{{- define "tocsin.selector" -}}
app.kubernetes.io/name: {{ .root.Release.Name }}-{{ .app }}
{{- end }}

{{- define "tocsin.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "tocsin.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "tocsin.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The probes of API and worker. Call it with the name of the container port that serves /health. */}}
{{- define "tocsin.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: { path: /health/live, port: {{ . }} }
  timeoutSeconds: 5
readinessProbe:
  httpGet: { path: /health/ready, port: {{ . }} }
  periodSeconds: 3
  timeoutSeconds: 5
{{- end }}

{{/* Where the pods of an app run. Call it with a dict of root and app; placement names another app whose values are used. */}}
{{- define "tocsin.placement" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "tocsin.selector" . | nindent 8 }}
{{- $own := index .root.Values (.placement | default .app) }}
{{- with $own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
