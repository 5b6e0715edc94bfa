import { isAsync, type AnyPlugin, type Plugin } from './plugin-api/plugin.js';
import { appdynamics } from './systems/appdynamics/plugin.js';
import { appveyor } from './systems/appveyor/plugin.js';
import { argocd } from './systems/argocd/plugin.js';
import { createAuto } from './auto/plugin.js';
import { auvik } from './systems/auvik/plugin.js';
import { awsSns } from './systems/aws-sns/plugin.js';
import { awsSnsV1_0 } from './systems/aws-sns/v1-0.plugin.js';
import { awx } from './systems/awx/plugin.js';
import { axiom } from './systems/axiom/plugin.js';
import { azureDevops } from './systems/azure-devops/plugin.js';
import { azureDevopsV1_0 } from './systems/azure-devops/v1-0.plugin.js';
import { azureMonitor } from './systems/azure-monitor/plugin.js';
import { azureMonitorV1_0 } from './systems/azure-monitor/v1-0.plugin.js';
import { betterstack } from './systems/betterstack/plugin.js';
import { betterstackV1_0 } from './systems/betterstack/v1-0.plugin.js';
import { bugsnag } from './systems/bugsnag/plugin.js';
import { canary } from './systems/canary/plugin.js';
import { chat } from './systems/chat/plugin.js';
import { checkly } from './systems/checkly/plugin.js';
import { checkmk } from './systems/checkmk/plugin.js';
import { circleci } from './systems/circleci/plugin.js';
import { cloudevents } from './systems/cloudevents/plugin.js';
import { cloudflare } from './systems/cloudflare/plugin.js';
import { cloudflareV1_0 } from './systems/cloudflare/v1-0.plugin.js';
import { coroot } from './systems/coroot/plugin.js';
import { cronitor } from './systems/cronitor/plugin.js';
import { crowdsec } from './systems/crowdsec/plugin.js';
import { datadog } from './systems/datadog/plugin.js';
import { datadogV1_0 } from './systems/datadog/v1-0.plugin.js';
import { deadMansSnitch } from './systems/dead-mans-snitch/plugin.js';
import { direct } from './systems/direct/plugin.js';
import { dynatrace } from './systems/dynatrace/plugin.js';
import { elastalert } from './systems/elastalert/plugin.js';
import { elastic } from './systems/elastic/plugin.js';
import { elasticV1_0 } from './systems/elastic/v1-0.plugin.js';
import { falco } from './systems/falco/plugin.js';
import { flux } from './systems/flux/plugin.js';
import { gatus } from './systems/gatus/plugin.js';
import { gatusV1_0 } from './systems/gatus/v1-0.plugin.js';
import { github } from './systems/github/plugin.js';
import { githubV1_0 } from './systems/github/v1-0.plugin.js';
import { gitlab } from './systems/gitlab/plugin.js';
import { gitlabV1_0 } from './systems/gitlab/v1-0.plugin.js';
import { goalert } from './systems/goalert/plugin.js';
import { googleMonitoring } from './systems/google-monitoring/plugin.js';
import { grafanaV1 } from './systems/grafana/v1.plugin.js';
import { grafanaV2, grafanaV2_0 } from './systems/grafana/v2.plugin.js';
import { graylog } from './systems/graylog/plugin.js';
import { healthchecks } from './systems/healthchecks/plugin.js';
import { healthchecksV1_0 } from './systems/healthchecks/v1-0.plugin.js';
import { hertzbeat } from './systems/hertzbeat/plugin.js';
import { hetrix } from './systems/hetrix/plugin.js';
import { homeAssistant } from './systems/home-assistant/plugin.js';
import { honeybadger } from './systems/honeybadger/plugin.js';
import { honeycomb } from './systems/honeycomb/plugin.js';
import { hydrozen } from './systems/hydrozen/plugin.js';
import { icinga } from './systems/icinga/plugin.js';
import { influxdb } from './systems/influxdb/plugin.js';
import { instana } from './systems/instana/plugin.js';
import { jenkins } from './systems/jenkins/plugin.js';
import { jira } from './systems/jira/plugin.js';
import { kapacitor } from './systems/kapacitor/plugin.js';
import { kener } from './systems/kener/plugin.js';
import { kubernetes } from './systems/kubernetes/plugin.js';
import { librato } from './systems/librato/plugin.js';
import { monit } from './systems/monit/plugin.js';
import { nagios } from './systems/nagios/plugin.js';
import { netdata } from './systems/netdata/plugin.js';
import { newrelic } from './systems/newrelic/plugin.js';
import { newrelicV1_0 } from './systems/newrelic/v1-0.plugin.js';
import { nightingale } from './systems/nightingale/plugin.js';
import { ntfy } from './systems/ntfy/plugin.js';
import { ociMonitoring } from './systems/oci-monitoring/plugin.js';
import { octopusDeploy } from './systems/octopus-deploy/plugin.js';
import { opentelemetry } from './systems/opentelemetry/plugin.js';
import { opsgenie } from './systems/opsgenie/plugin.js';
import { opsgenieV1_0 } from './systems/opsgenie/v1-0.plugin.js';
import { pagerduty } from './systems/pagerduty/plugin.js';
import { pingdom } from './systems/pingdom/plugin.js';
import { prometheus } from './systems/prometheus/plugin.js';
import { prometheusV1_0 } from './systems/prometheus/v1-0.plugin.js';
import { prtg } from './systems/prtg/plugin.js';
import { raygun } from './systems/raygun/plugin.js';
import { redisSentinel } from './systems/redis-sentinel/plugin.js';
import { rollbar } from './systems/rollbar/plugin.js';
import { rundeck } from './systems/rundeck/plugin.js';
import { runscope } from './systems/runscope/plugin.js';
import { scom } from './systems/scom/plugin.js';
import { sensu } from './systems/sensu/plugin.js';
import { sentry } from './systems/sentry/plugin.js';
import { signoz } from './systems/signoz/plugin.js';
import { site24x7 } from './systems/site24x7/plugin.js';
import { sonarqube } from './systems/sonarqube/plugin.js';
import { splunk } from './systems/splunk/plugin.js';
import { splunkV1_0 } from './systems/splunk/v1-0.plugin.js';
import { statuscake } from './systems/statuscake/plugin.js';
import { statusgator } from './systems/statusgator/plugin.js';
import { statuspage } from './systems/statuspage/plugin.js';
import { teamcity } from './systems/teamcity/plugin.js';
import { terraform } from './systems/terraform/plugin.js';
import { travis } from './systems/travis/plugin.js';
import { updown } from './systems/updown/plugin.js';
import { uptimeCom } from './systems/uptime-com/plugin.js';
import { uptimeKuma } from './systems/uptime-kuma/plugin.js';
import { uptimeKumaV1_0 } from './systems/uptime-kuma/v1-0.plugin.js';
import { uptimerobot } from './systems/uptimerobot/plugin.js';
import { uptimerobotV1_0 } from './systems/uptimerobot/v1-0.plugin.js';
import { vercel } from './systems/vercel/plugin.js';
import { victorops } from './systems/victorops/plugin.js';
import { vrealize } from './systems/vrealize/plugin.js';
import { wazuh } from './systems/wazuh/plugin.js';
import { zabbix } from './systems/zabbix/plugin.js';
import { zabbixV1_0 } from './systems/zabbix/v1-0.plugin.js';
import { dispatchByRecognition } from './auto/dispatch-by-recognition.js';
import { PluginRegistry } from './registry.js';
import { findUnchangedSince0_2, withWordsOf0_2 } from './released-versions.js';
import { withEnvelopes } from './envelopes/with-envelopes.js';

/** The newest version of each plugin. */
const NEWEST_PLUGINS: readonly Plugin[] = [
  appdynamics,
  appveyor,
  argocd,
  auvik,
  awsSns,
  awx,
  axiom,
  azureDevops,
  azureMonitor,
  betterstack,
  bugsnag,
  canary,
  chat,
  checkly,
  checkmk,
  circleci,
  cloudevents,
  cloudflare,
  coroot,
  cronitor,
  crowdsec,
  datadog,
  deadMansSnitch,
  direct,
  dynatrace,
  elastalert,
  elastic,
  falco,
  flux,
  gatus,
  github,
  gitlab,
  goalert,
  googleMonitoring,
  grafanaV2,
  graylog,
  healthchecks,
  hertzbeat,
  hetrix,
  homeAssistant,
  honeybadger,
  honeycomb,
  hydrozen,
  icinga,
  influxdb,
  instana,
  jenkins,
  jira,
  kapacitor,
  kener,
  kubernetes,
  librato,
  monit,
  nagios,
  netdata,
  newrelic,
  nightingale,
  ntfy,
  ociMonitoring,
  octopusDeploy,
  opentelemetry,
  opsgenie,
  pagerduty,
  pingdom,
  prometheus,
  prtg,
  raygun,
  redisSentinel,
  rollbar,
  rundeck,
  runscope,
  scom,
  sensu,
  sentry,
  signoz,
  site24x7,
  sonarqube,
  splunk,
  statuscake,
  statusgator,
  statuspage,
  teamcity,
  terraform,
  travis,
  updown,
  uptimeCom,
  uptimeKuma,
  uptimerobot,
  vercel,
  victorops,
  vrealize,
  wazuh,
  zabbix,
];

/** The plugins of release 0.2 whose own code has changed since. */
const RELEASED_PLUGINS: readonly Plugin[] = [
  awsSnsV1_0,
  azureDevopsV1_0,
  azureMonitorV1_0,
  betterstackV1_0,
  cloudflareV1_0,
  datadogV1_0,
  elasticV1_0,
  gatusV1_0,
  githubV1_0,
  gitlabV1_0,
  grafanaV1,
  grafanaV2_0,
  healthchecksV1_0,
  newrelicV1_0,
  opsgenieV1_0,
  prometheusV1_0,
  splunkV1_0,
  uptimeKumaV1_0,
  uptimerobotV1_0,
  zabbixV1_0,
];

const BASE_PLUGINS: readonly Plugin[] = [
  ...NEWEST_PLUGINS,
  ...[...RELEASED_PLUGINS, ...findUnchangedSince0_2(NEWEST_PLUGINS, RELEASED_PLUGINS)].map(withWordsOf0_2),
];

const PLUGINS_WITH_ENVELOPES: readonly Plugin[] = BASE_PLUGINS.map(withEnvelopes);
const LATEST_PLUGINS: readonly Plugin[] = new PluginRegistry(PLUGINS_WITH_ENVELOPES).list();
/** Plugins of message services, in whose envelopes other senders deliver their alarms. */
const ENVELOPE_PLUGIN_IDS: ReadonlySet<string> = new Set(['aws-sns', 'azure-monitor', 'cloudevents']);
const SENDER_PLUGINS: readonly Plugin[] = PLUGINS_WITH_ENVELOPES.map((plugin) =>
  ENVELOPE_PLUGIN_IDS.has(plugin.plugin_id) ? dispatchByRecognition(plugin, LATEST_PLUGINS) : plugin,
);
/** The plugins that `auto` dispatches to: the newest version of each. */
const DISPATCHABLE_PLUGINS: readonly Plugin[] = new PluginRegistry(SENDER_PLUGINS).list();

/** Returns the versions of `auto`. They dispatch to the same plugins, and differ in the identity of other alarms. */
function createAutoVersions(senders: readonly Plugin[]): readonly Plugin[] {
  const auto = createAuto(senders);
  return [auto, withWordsOf0_2({ ...auto, version: '1.0.0' })];
}

/** The plugins of every installation. A released version stays in the list beside its successors. */
export const BUILT_IN_PLUGINS: readonly Plugin[] = [
  ...SENDER_PLUGINS,
  ...createAutoVersions(DISPATCHABLE_PLUGINS),
];

/**
 * Returns the built-in plugins and those of packages. `auto` also dispatches to the latest version of each package plugin.
 * If a built-in plugin has the same confidence, `auto` prefers it.
 */
export function withPackagePlugins(packages: readonly AnyPlugin[]): readonly AnyPlugin[] {
  const dispatchable = new PluginRegistry(packages)
    .list()
    .filter((plugin): plugin is Plugin => !isAsync(plugin) && plugin.recognises !== undefined);
  return [...SENDER_PLUGINS, ...createAutoVersions([...DISPATCHABLE_PLUGINS, ...dispatchable]), ...packages];
}
