/** The names that monitoring tools use for the same thing, the most telling first; without case and punctuation. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const TITLE = words(`
  title alerttitle eventtitle problemtitle incidenttitle issuetitle summary alertsummary alertname alertsubject subject
  headline incidentname eventname problemname searchname rulename alertrule monitorfriendlyname displayname monitorname
  checkname testname conditionname policyname eventdefinitiontitle triggername name monitor rule shortoutput alarmname
  alarm check ruletitle message msg text event description alertdescription eventtypecode
`);

export const DESCRIPTION = words(`
  description alertdescription longdescription details alertdetails detail longoutput output body content message msg text
  eventmessage newstatereason statereason reason incidentreason cause info errormessage error alertmessage summary
  shortdescription intro culprit
`);

export const SEVERITY = words(`
  severity alertseverity eventseverity severitytext severitylevel alertseveritystring severitylabel criticality
  perceivedseverity priority alertpriority urgency level alertlevel loglevel importance importancelevel impact
`);

export const STATE = words(`
  eventaction action currentstate newstate newstatevalue newstatus newhealth currentstatus statevalue alertstatus
  alertstate monitorstatus monitorcondition monitorstate eventstatus eventstate eventvalue problemstatus problemstate
  incidentstate incidentstatus issuestate issuestatus checkstatus alerttransition transition status state triggerstatus
  alerttypefriendlyname eventtype alerttype notificationtype eventname event type messagetype level result conclusion
  resolutionstate condition health clear severity alertstatusstring phase outcome
`);

/** A yes or a number that tells the state; what the yes means. */
export const YES_IS_FINE = words(
  'isok ok isup up resolved isresolved recovered isrecovered cleared iscleared healthy ishealthy success',
);
export const YES_IS_BAD = words('down isdown firing isfiring triggered istriggered failed isfailed alerting');

export const ENDED = words(`
  resolvedat resolvedtime resolvedon closedat closedtime endedat endsat endtime cleartime clearedat recoveredat
  recoverytime fixedat resolutiontime
`);

export const KEY = words(`
  dedupkey dedupekey deduplicationkey dedup fingerprint incidentkey eventkey alertkey alias correlationid aggregationkey
  aggregkey alarmarn alertarn triggerid alertid alarmid incidentid problemid pid issueid monitorid checkid testid
  heartbeatid alertuid incidentuid eventuid alertuuid checkuuid faultid sensorid uniquekey serviceid ruleid conditionid searchname eventdefinitionid policyid token key entityid uuid id incidenturl issueurl eventid
`);

/** What an `id` or a `name` belongs to, the most telling first. */
export const OWNERS = words(`
  alert alarm incident problem issue monitor check trigger rule service site heartbeat item snitch fault host metricalert
  event data payload
`);

export const TIME = words(`
  occurredat timestamp eventtime statechangetime statechangedtimestamp alertdatetime eventtimestamp time date datetime
  startsat startedat starttime triggeredat triggertime firedat fireddatetime incidenttimeiso openedat createdat created
  firstseen detectedat raisedat timeraised startdate lastoccurrence recordedat alerttime incidenttime statechangedat
  laststatechange eventdate occurredon occurrencetime updatedat receivedat sentat ts
`);

export const RESOURCE = words(`
  hostname host resourcename resourcedisplayname resource instance entityname nodename node servername server devicename
  device managedentitysource monitorfriendlyname monitorname checkname testname monitor servicename service component
  pod container target website site url monitorurl checkurl address ip ipaddress source displayname name
`);

export const RULE = words(`
  rulename ruletitle rule alertrule alertname conditionname policyname triggername eventdefinitiontitle searchname
  alarmname alertrulename eventtypecode monitorname checkname checktype testname trigger
`);

export const ACCOUNT = words(`
  accountid accountname account awsaccountid subscriptionid tenantid tenant organizationid organization orgname companyid
  companyname teamname team projectid workspace
`);

export const IMAGE = words(
  'imageurl image snapshoturl screenshoturl screenshot graphurl thumbnailurl snapshot',
);
export const LINK = words(`
  link url alerturl incidenturl issueurl dashboardurl htmlurl weburl permalink resulturl detailsurl eventurl monitorurl
  problemurl clienturl generatorurl panelurl
`);

/** Lists whose elements are alarms of their own. */
export const LISTS = words(
  'alerts alarms events incidents problems issues messages notifications items results records data',
);
