import type { ScalarField } from './collect-fields.js';

/** Fields of log records of syslog, journald, GELF and the event log of Windows. */
const LOG_FIELD =
  /^(?:syslog.+|systemd.+|procid|processid|threadid|msgid|programname|sourcename|providername|providerguid|logname|recordnumber|recordid|eventrecordid|opcode|sourcemodulename|sourcemoduletype|logid|bootid)$/;
const LOG_PARENT = /^(?:winlog|journald|syslog|eventlog)$/;
/** Fields of `Get-WinEvent`, in whose records the number of the kind is named `Id`. */
const WINDOWS_RECORD_FIELD = /^(?:providername|logname|recordid|leveldisplayname)$/;
/** Fields that say that an alarm fires or is over. With them an id belongs to the alarm. */
const STATE_FIELD =
  /(?:status|state|transition|recovered|resolved)$|^(?:action|eventaction|eventvalue|triggervalue|notificationtype)$/;

/** Names of codes and of the ids of what reported the event: processes, threads, sessions, records. */
const CODE_NAME =
  /^(?:p|pp|t|u|g|proc|process|parentprocess|thread|event|eventrecord|record|log|msg|boot|machine|invocation|systemdinvocation|loginu|audit(?:session|loginu)?|logon|activity|relatedactivity|provider|line|source|facility|error|status|exit|http|code)(?:id|guid|uuid|code)$/;

/** Returns whether the name is that of a code or a process. These are the same for alarms that have nothing in common. */
export const isCodeName = (name: string): boolean => CODE_NAME.test(name);

/**
 * Returns how to tell whether a field of these has the name of an id, but is that of a process (`pid: 1`), or the number of a
 * kind of events, as the event log of Windows has them (`EventID: 7031`).
 */
export function createCodeCheck(fields: readonly ScalarField[]): (field: ScalarField) => boolean {
  const isRecord = isLogRecord(fields);
  const isWindowsRecord = fields.filter((one) => WINDOWS_RECORD_FIELD.test(one.name)).length > 1;
  const hasState = fields.some((one) => STATE_FIELD.test(one.name));
  return ({ name, text }) => {
    if (name === 'pid') return /^\d+$/.test(text);
    if (name !== 'eventid' && name !== 'eventidentifier' && name !== 'id') return false;
    if (!/^(?:\d+|[A-Z]{1,6}[-_]?\d{1,7})$/.test(text)) return false;
    if (name === 'id') return isWindowsRecord;
    return isRecord || (!/^\d{6,}$/.test(text) && !hasState);
  };
}

function isLogRecord(fields: readonly ScalarField[]): boolean {
  return fields.some(({ name, parent }) => LOG_FIELD.test(name) || LOG_PARENT.test(parent));
}
