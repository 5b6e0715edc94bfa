/** The lists below contain the field names that monitoring tools use for the same thing, normalised, the most telling first. */
const splitNames = (text: string): readonly string[] => text.trim().split(/\s+/);

export const TITLE = splitNames(`
  title alerttitle eventtitle problemtitle incidenttitle issuetitle messagetitle incidentname entitydisplayname summary alertsummary alertname alert
  alertsubject subject humanreadable headline alertmessage eventname problemname searchname rulename alertrule monitorfriendlyname displayname monitorname
  checkname testname conditionname policyname eventdefinitiontitle triggername name monitor rule shortoutput alarmname
  alarm ruletitle eventtypecode message msg text eventmsg errormessage statemessage threatname ruledescription shortdescription
  description alertdescription label jobname pipelinename applicationname servicedescription servicedesc service servicename probablecause specificproblem component servername
  servicelabel check pipeline pipelineidentifier workflow workflowname job buildname buildfullname app appname reason body cause topic content
  output detail details longdescription note notes errordetails log logmessage
`);

export const DESCRIPTION = splitNames(`
  description alertdescription longdescription details alertdetails detail longoutput output body content message msg text
  eventmessage serviceoutput hostoutput newstatereason statereason reason incidentreason cause info errormessage error alertmessage summary
  shortdescription intro culprit
`);

export const SEVERITY = splitNames(`
  severity alertseverity eventseverity incidentseverity severitytext severitylevel alertseveritystring severitylabel criticality
  perceivedseverity priority alertpriority urgency level alertlevel loglevel importance importancelevel impact
`);

export const STATE = splitNames(`
  eventaction alertaction action actiontype actiongroup currentstate newstate newstatevalue newstatus newhealth currentstatus statevalue alertstatus
  alertstate monitorstatus monitorcondition monitorstate checkstatename responsestate checkresult alarmstatus healthstatus
  eventstatus eventstate eventvalue problemstatus problemstate
  incidentstate incidentstatus incidentstage issuestate issuestatus checkstatus alerttransition transition status state triggerstatus
  alerttypefriendlyname eventtype alerttype alarmtype notificationtype triggertype eventname webhookevent
  issueeventtypename event trigger type messagetype statustext statusname statuslabel statename statelabel statusmessage buildresult jobresult jobstatus buildstatus runstatus
  level result results conclusion tostate tostatus value to
  current curstate statusnew statenew stateto statusto resolutionstate condition health clear severity alertstatusstring overallstatus phase outcome stage currentmilestone milestone
`);

/** Names for what happened, as opposed to the present state. A recovery in one of these fields outweighs a state. */
export const ACTION = splitNames(`
  eventaction alertaction action actiontype alerttransition transition eventtype alerttype notificationtype triggertype
  messagetype eventname webhookevent issueeventtypename event
`);

/** Boolean or numeric fields that give the state, by the meaning of a true value. */
export const TRUE_IS_RECOVERY = splitNames(`
  isok ok isup up online isonline alive isalive reachable isreachable resolved isresolved recovered isrecovered isrecovery cleared iscleared
  healthy ishealthy success succeeded issuccess issuccessful backtonormal isbacktonormal normal isnormal closed isclosed restored isrestored
  fixed isfixed solved issolved passed ispassed passing ispassing clear isclear operational isoperational
`);
export const TRUE_IS_ALERT = splitNames(`
  down isdown firing isfiring triggered istriggered failed isfailed failing isfailing alerting isalerting isalarm isalert isproblem inalarm
  isinalarm alarm alert alarmactive alertactive isalarmactive isalertactive active isactive open isopen raised israised breached isbreached
  violated isviolated unhealthy isunhealthy offline isoffline unreachable isunreachable degraded isdegraded
`);
/** Booleans that may be about something else: an active rule, an open port. They count for little, and only of the alarm itself. */
export const SOFT_BOOLEANS: ReadonlySet<string> = new Set(
  splitNames(
    'active isactive open isopen closed isclosed alarm alert normal isnormal passed passing clear fixed solved',
  ),
);

export const END_TIME = splitNames(`
  resolvedat resolvedtime resolvedon closedat closedtime endedat endsat endtime cleartime clearedat recoveredat
  recoverytime recovertime fixedat resolutiontime resolutiondate
`);

/** Names that may also be the end of the evaluated time window. They are used only for alarms that are known to be over. */
export const POSSIBLE_END_TIME = splitNames(
  'resolved closed ended recovered cleared end dateend enddate enddatetime endtimestamp dateendzoned endon',
);

export const KEY = splitNames(`
  dedupkey dedupekey deduplicationkey dedup fingerprint incidentkey eventkey alertkey alias correlationid aggregationkey
  aggregkey alarmarn alertarn triggerid alertid alarmid hash incidentid problemid pid issueid ticketid caseid ticketnumber incidentnumber monitorid checkid testid
  heartbeatid alertuid incidentuid eventuid alertuuid checkuuid faultid sensorid uniquekey serviceid entityid ruleid conditionid
  searchname eventdefinitionid policyid token key uuid id sysid number identifier eventidentifier externalid incidenturl issueurl errorurl eventid
`);

/** Ids of the rule that raised the alarm, not of the alarm. The same rule with another resource is another alarm. */
export const RULE_KEYS: ReadonlySet<string> = new Set(
  splitNames('ruleid conditionid searchname eventdefinitionid policyid'),
);

/** Ids of the resource that the alarm is about. Something else that happens to the same resource is another alarm. */
export const RESOURCE_KEYS: ReadonlySet<string> = new Set(
  splitNames(`
    serviceid entityid hostid deviceid serverid nodeid resourceid machineid applicationid appid componentid instanceid
    vmid agentid clusterid userid originatorid queueid
  `),
);

/** Objects whose `id` or `name` is a good candidate, the most telling first. */
export const OWNERS = splitNames(`
  alert alarm incident problem issue monitor check trigger rule service site heartbeat item snitch fault host metricalert
  error data payload event
`);

/** The names of version 1.0.0. */
export const TIME_0_2 = splitNames(`
  statechangetime statechangedtimestamp statechangedat occurredat eventtime timestamp alertdatetime eventtimestamp time date datetime
  startsat startedat starttime triggeredat triggertime firedat fireddatetime incidenttimeiso openedat createdat created
  firstseen detectedat raisedat timeraised startdate lastoccurrence recordedat alerttime incidenttime
  laststatechange when eventdate occurredon occurrencetime statestarttime incidentstarttime happenedat occurat lasttimestamp
  lastseen datestart start triggeredon alarmtime firstoccurtime firsttimestamp requeststarttime eventcreatedon lasteventtime
  webhookeventcreatedon createdon analysedat creationtimestamp unixtime issuedat issuedon reportedat emittedat updatedat
  receivedat sentat ts
`);
/** `last_triggered_at` is that of the alarm, `created_at` beside it often that of the rule. */
export const TIME: readonly string[] = [
  ...TIME_0_2.flatMap((name) =>
    name === 'openedat' ? ['startepoch', 'lasttriggeredat', 'lasttriggered', name] : [name],
  ),
  ...splitNames('checkranat now'),
];

export const RESOURCE = splitNames(`
  hostname host hostnameandport resourcename resourcedisplayname resource instance instancename entityname targetident nodename node servername server devicename
  device managedentitysource monitorfriendlyname monitorname checkname testname fqdn endpoint endpointname agentcomputername computername computer machine vm vmname
  monitor servicename service component
  pod podname container containername managedobject managedobjectname objectname networkelement applicationname application app appname clustername cluster projectname instanceid dbinstanceidentifier
  vmid nodeid resourceid impactedentityname affectedentityname impactedentities impactedentity affectedentities affectedresources entityvalue entitynames targetname sitename websitename checkinname
  snitchname heartbeatname canaryname target website site url requesturl monitorurl checkurl address ip ipaddress configurationitems affectedconfigurationitems alerttargetids originatorname
  applicationid deviceid hostid serverid source displayname name
`);

export const RULE = splitNames(`
  rulename ruletitle rule alertrule alertname conditionname policyname triggername eventdefinitiontitle searchname
  alarmname alert alarm alertrulename eventtypecode monitorname checkname checktype testname sensorname probename check sensor probe alertconditionnames conditionnames alertpolicynames policynames trigger
`);

/** Names of what watches a resource. Together with the resource they identify an alarm without an id. */
export const WATCHER = splitNames(`
  checkcommand servicedescription itemname metricname metric plugin
  pipelinename pipeline pipelineidentifier workflowname workflow buildtypeid buildname jobname job
`);

/** Names of the problem or event, the most telling first. */
export const PROBLEM = splitNames(`
  problemname problem problemtype issuename issuetype issue eventname errorname errortype faultname faulttype symptom kpi
  alerttypename alerttype alarmname alarmtype alert alarm conditionname condition eventtype event incidenttype failuretype
  testname test checkname check checktype probename probe eventcode errorcode alerttypeid triggertype webhookevent action type
`);

/** Names of what is run. */
export const RUN_WATCHER: readonly string[] = [...WATCHER, 'buildername', 'builder'];

/** Names that say which figure a plugin of an agent watches: `df` of `root`. */
export const INSTANCES = splitNames('plugininstance type typeinstance');

/** Names of what a build or deployment belongs to. */
export const PROJECT = splitNames(
  'projectname project repositoryname repository reponame repo applicationname application deploymentname',
);

/** Names of what a run belongs to that has no pipeline or job. */
export const RUN_PROJECT: readonly string[] = [
  'projectfullname',
  ...PROJECT,
  ...splitNames('sitename name siteid projectid'),
];

/** Names of what else tells such runs apart: several checks of a commit, several services of a project. */
export const RUN_PARTS: readonly (readonly string[])[] = [
  splitNames('checkname check checkrunname context testname test testsuite suite'),
  splitNames('stagename stage'),
  splitNames('stepname step taskname task'),
  splitNames('servicename service componentname component appname app serviceid componentid appid'),
  splitNames('platform targetname target'),
];
/** Names of where it is deployed. */
export const ENVIRONMENT = splitNames('environmentname environment env environmentid');

/** Names of the branch. It is part of the key, because one branch may fail while another passes. */
export const BRANCH = splitNames('branch branchname headbranch gitbranch ref');

/** Names of what is watched on a host. */
export const WATCHED_COMPONENT = splitNames(
  'service servicename servicedisplayname component componentname process processname',
);

export const ACCOUNT = splitNames(`
  accountid accountname account awsaccountid subscriptionid tenantid tenant organizationid organization orgname companyid
  companyname teamname team projectid workspace
`);

export const IMAGE = splitNames(
  'imageurl image snapshoturl screenshoturl screenshot graphurl thumbnailurl snapshot',
);
/** Names of addresses, by the name of the link. */
export const LINKS: Readonly<Record<string, readonly string[]>> = {
  source: splitNames(`
    link url alerturl alarmurl incidenturl issueurl htmlurl weburl permalink resulturl detailsurl eventurl monitorurl
    problemurl alertdetails clienturl
  `),
  runbook: splitNames('runbookurl runbook runbooklink playbookurl playbook runbooks'),
  dashboard: splitNames('dashboardurl dashboard dashboardlink'),
  panel: splitNames('panelurl'),
  generator: splitNames('generatorurl ruleurl queryurl'),
  silence: splitNames('silenceurl'),
};
/** The names of version 1.0.0. */
export const LINK_0_2 = splitNames(`
  link url alerturl incidenturl issueurl dashboardurl htmlurl weburl permalink resulturl detailsurl eventurl monitorurl
  problemurl clienturl generatorurl panelurl
`);

/** Names of single fields that teams are routed by, by the name of the label. */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  environment: splitNames('environment environmentname env'),
  region: splitNames('region regionname awsregion'),
  zone: splitNames('zone availabilityzone'),
  datacenter: splitNames('datacenter datacentername'),
  site: splitNames('site sitename'),
  cluster: splitNames('cluster clustername'),
  namespace: splitNames('namespace'),
  project: splitNames('project projectname'),
  team: splitNames('team teamname'),
  tenant: splitNames('tenant tenantname customer customername'),
  group: splitNames(
    'group groupname hostgroup monitorgroup monitorgroupname resourcegroup resourcegroupname',
  ),
  application: splitNames('application applicationname app appname'),
  service: splitNames('service servicename'),
  component: splitNames('component componentname'),
  branch: splitNames('branch branchname headbranch gitbranch'),
  policy: splitNames('policy policyname'),
};

/** Names of the author of an acknowledgement. Generic ones such as `user` come last. */
export const ACKNOWLEDGED_BY = splitNames(`
  acknowledgedby acknowledgedbyname acknowledgername acknowledger ackedby ackby ackauthor ackuser ackusername unacknowledgedby
  acknowledgedbyuser actedby actorname actor performedby username userfullname userdisplayname user agentname agent
`);
export const ACKNOWLEDGEMENT_COMMENT = splitNames(`
  acknowledgementcomment acknowledgementmessage acknowledgementnote acknowledgecomment acknowledgemessage acknowledgenote
  ackcomment ackmessage ackmsg acknote acktext comment note
`);
export const ACKNOWLEDGED_AT = splitNames(
  'acknowledgedat acknowledgedon acknowledgedtime acknowledgetime acknowledgeddate acknowledgementtime ackedat acktime ackat unacknowledgedat',
);
