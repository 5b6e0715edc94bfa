#!/usr/bin/env bash
# Sets up a domain for a team: a webhook for each sender and a quota. It can be repeated: existing records are kept.
set -eu -o pipefail
: "${TOCSIN_URL:=http://localhost:3000}" "${TOCSIN_KEY:?the root key, or an ADMIN key of the domain}" "${DOMAIN:=demo}" "${PROJECT:=shop}"

ask() { # method path [body] -> answer; fails on a refusal other than "exists already"
  local status answer
  answer=$(curl -sS -X "$1" "$TOCSIN_URL$2" -H "Authorization: Bearer $TOCSIN_KEY" -H 'Content-Type: application/json' \
    ${3+-d "$3"} -w '\n%{http_code}')
  status=${answer##*$'\n'}
  case $status in
    2??) printf '%s\n' "${answer%$'\n'*}" ;;
    409) echo "exists already" ;;
    *) printf '%s\n' "${answer%$'\n'*}" >&2 && return 1 ;;
  esac
}

for plugin in prometheus grafana; do
  webhook=$(ask POST /monitoring/v1/webhooks \
    "{\"name\":\"$plugin\",\"project_id\":\"$PROJECT\",\"domain_id\":\"$DOMAIN\",\"plugin_info\":{\"plugin_id\":\"$plugin\"}}")
  echo "webhook $plugin: $(sed -E 's/.*"webhook_url":"([^"]*)".*/\1/' <<<"$webhook")"
done
quota=$(ask POST /notification/v1/quotas \
  "{\"protocol_id\":\"email\",\"domain_id\":\"$DOMAIN\",\"limit\":{\"day\":1000,\"month\":20000}}")
echo "quota email: $(sed -E 's/.*"quota_id":"([^"]*)".*/\1/' <<<"$quota")"
