import { isLater, type AnyPlugin, type Plugin } from '../domain/plugin.js';
import { appdynamics } from './appdynamics/appdynamics.plugin.js';
import { appveyor } from './appveyor/appveyor.plugin.js';
import { argocd } from './argocd/argocd.plugin.js';
import { autoOf } from './auto/auto.plugin.js';
import { auvik } from './auvik/auvik.plugin.js';
import { awsSns } from './aws-sns/aws-sns.plugin.js';
import { awx } from './awx/awx.plugin.js';
import { axiom } from './axiom/axiom.plugin.js';
import { azureDevops } from './azure-devops/azure-devops.plugin.js';
import { azureMonitor } from './azure-monitor/azure-monitor.plugin.js';
import { betterstack } from './betterstack/betterstack.plugin.js';
import { bugsnag } from './bugsnag/bugsnag.plugin.js';
import { canary } from './canary/canary.plugin.js';
import { chat } from './chat/chat.plugin.js';
import { checkly } from './checkly/checkly.plugin.js';
import { checkmk } from './checkmk/checkmk.plugin.js';
import { circleci } from './circleci/circleci.plugin.js';
import { cloudevents } from './cloudevents/cloudevents.plugin.js';
import { cloudflare } from './cloudflare/cloudflare.plugin.js';
import { cronitor } from './cronitor/cronitor.plugin.js';
import { datadog } from './datadog/datadog.plugin.js';
import { deadMansSnitch } from './dead-mans-snitch/dead-mans-snitch.plugin.js';
import { direct } from './direct/direct.plugin.js';
import { dynatrace } from './dynatrace/dynatrace.plugin.js';
import { elastalert } from './elastalert/elastalert.plugin.js';
import { elastic } from './elastic/elastic.plugin.js';
import { falco } from './falco/falco.plugin.js';
import { flux } from './flux/flux.plugin.js';
import { gatus } from './gatus/gatus.plugin.js';
import { github } from './github/github.plugin.js';
import { gitlab } from './gitlab/gitlab.plugin.js';
import { goalert } from './goalert/goalert.plugin.js';
import { googleMonitoring } from './google-monitoring/google-monitoring.plugin.js';
import { grafanaV1 } from './grafana/grafana-v1.plugin.js';
import { grafanaV2 } from './grafana/grafana-v2.plugin.js';
import { graylog } from './graylog/graylog.plugin.js';
import { healthchecks } from './healthchecks/healthchecks.plugin.js';
import { hetrix } from './hetrix/hetrix.plugin.js';
import { honeybadger } from './honeybadger/honeybadger.plugin.js';
import { honeycomb } from './honeycomb/honeycomb.plugin.js';
import { hydrozen } from './hydrozen/hydrozen.plugin.js';
import { icinga } from './icinga/icinga.plugin.js';
import { influxdb } from './influxdb/influxdb.plugin.js';
import { instana } from './instana/instana.plugin.js';
import { jenkins } from './jenkins/jenkins.plugin.js';
import { jira } from './jira/jira.plugin.js';
import { kapacitor } from './kapacitor/kapacitor.plugin.js';
import { kener } from './kener/kener.plugin.js';
import { kubernetes } from './kubernetes/kubernetes.plugin.js';
import { librato } from './librato/librato.plugin.js';
import { monit } from './monit/monit.plugin.js';
import { nagios } from './nagios/nagios.plugin.js';
import { netdata } from './netdata/netdata.plugin.js';
import { newrelic } from './newrelic/newrelic.plugin.js';
import { ociMonitoring } from './oci-monitoring/oci-monitoring.plugin.js';
import { opentelemetry } from './opentelemetry/opentelemetry.plugin.js';
import { opsgenie } from './opsgenie/opsgenie.plugin.js';
import { pagerduty } from './pagerduty/pagerduty.plugin.js';
import { pingdom } from './pingdom/pingdom.plugin.js';
import { prometheus } from './prometheus/prometheus.plugin.js';
import { prtg } from './prtg/prtg.plugin.js';
import { raygun } from './raygun/raygun.plugin.js';
import { rollbar } from './rollbar/rollbar.plugin.js';
import { rundeck } from './rundeck/rundeck.plugin.js';
import { runscope } from './runscope/runscope.plugin.js';
import { scom } from './scom/scom.plugin.js';
import { sensu } from './sensu/sensu.plugin.js';
import { sentry } from './sentry/sentry.plugin.js';
import { signoz } from './signoz/signoz.plugin.js';
import { site24x7 } from './site24x7/site24x7.plugin.js';
import { sonarqube } from './sonarqube/sonarqube.plugin.js';
import { splunk } from './splunk/splunk.plugin.js';
import { statuscake } from './statuscake/statuscake.plugin.js';
import { statusgator } from './statusgator/statusgator.plugin.js';
import { statuspage } from './statuspage/statuspage.plugin.js';
import { teamcity } from './teamcity/teamcity.plugin.js';
import { terraform } from './terraform/terraform.plugin.js';
import { travis } from './travis/travis.plugin.js';
import { updown } from './updown/updown.plugin.js';
import { uptimeCom } from './uptime-com/uptime-com.plugin.js';
import { uptimeKuma } from './uptime-kuma/uptime-kuma.plugin.js';
import { uptimerobot } from './uptimerobot/uptimerobot.plugin.js';
import { victorops } from './victorops/victorops.plugin.js';
import { vrealize } from './vrealize/vrealize.plugin.js';
import { wazuh } from './wazuh/wazuh.plugin.js';
import { zabbix } from './zabbix/zabbix.plugin.js';
import { handingOn } from './hand-on.js';
import { PluginRegistry } from './plugin-registry.js';
import { alsoRelayed } from './relayed.js';

const OWN: readonly Plugin[] = [
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
  cronitor,
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
  grafanaV1,
  grafanaV2,
  graylog,
  healthchecks,
  hetrix,
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
  ociMonitoring,
  opentelemetry,
  opsgenie,
  pagerduty,
  pingdom,
  prometheus,
  prtg,
  raygun,
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
  victorops,
  vrealize,
  wazuh,
  zabbix,
];

const RELAYED: readonly Plugin[] = OWN.map(alsoRelayed);
/** What others put their messages into. */
const ENVELOPES: ReadonlySet<string> = new Set(['aws-sns', 'azure-monitor', 'cloudevents']);
const SENDERS: readonly Plugin[] = RELAYED.map((plugin) =>
  ENVELOPES.has(plugin.plugin_id) ? handingOn(plugin, RELAYED) : plugin,
);

/** The plugins every installation has. A released version stays here beside its successors. */
export const BUILT_IN_PLUGINS: readonly Plugin[] = [...SENDERS, autoOf(SENDERS)];

/**
 * The built-in plugins and those of packages. `auto` recognises the latest version of each of these, too, after its own
 * senders: of two that are equally sure the built-in one is taken.
 */
export function withPackages(packages: readonly AnyPlugin[]): readonly AnyPlugin[] {
  const recognised = new PluginRegistry(packages)
    .list()
    .filter((plugin): plugin is Plugin => !isLater(plugin) && plugin.recognises !== undefined);
  return [...SENDERS, autoOf([...SENDERS, ...recognised]), ...packages];
}
