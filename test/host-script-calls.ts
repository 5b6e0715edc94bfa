import { hostname } from 'node:os';

/** A call of a script as its program makes it: arguments and environment. */
export interface Call {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const HOST = hostname();

/** How each program begins and ends a problem. */
export const HOST_SCRIPT_CALLS: readonly (readonly [
  program: string,
  script: string,
  begin: Call,
  end: Call,
  key: string,
])[] = [
  [
    'mdadm',
    'tocsin-mdadm',
    { args: ['Fail', '/dev/md0', '/dev/sdb1'] },
    { args: ['SpareActive', '/dev/md0', '/dev/sdc1'] },
    `${HOST}/md/dev/md0`,
  ],
  [
    'mdadm, an array that disappeared',
    'tocsin-mdadm',
    { args: ['DeviceDisappeared', '/dev/md1'] },
    { args: ['NewArray', '/dev/md1'] },
    `${HOST}/md/dev/md1`,
  ],
  [
    'upsmon',
    'tocsin-ups',
    { args: ['UPS ups@localhost on battery'], env: { NOTIFYTYPE: 'ONBATT', UPSNAME: 'ups@localhost' } },
    { args: ['UPS ups@localhost on line power'], env: { NOTIFYTYPE: 'ONLINE', UPSNAME: 'ups@localhost' } },
    `${HOST}/ups/ups@localhost/power`,
  ],
  [
    'upsmon without a connection',
    'tocsin-ups',
    { args: ['Communications lost'], env: { NOTIFYTYPE: 'NOCOMM', UPSNAME: 'ups@localhost' } },
    { args: ['Communications established'], env: { NOTIFYTYPE: 'COMMOK', UPSNAME: 'ups@localhost' } },
    `${HOST}/ups/ups@localhost/communication`,
  ],
  [
    'keepalived',
    'tocsin-keepalived',
    { args: ['MASTER', 'INSTANCE', 'VI_1', 'FAULT', '100'] },
    { args: ['MASTER', 'INSTANCE', 'VI_1', 'MASTER', '100'] },
    `${HOST}/vrrp/VI_1/fault`,
  ],
  [
    'keepalived, a failover',
    'tocsin-keepalived',
    { args: ['BACKUP', 'INSTANCE', 'VI_2', 'MASTER', '50'] },
    { args: ['BACKUP', 'INSTANCE', 'VI_2', 'BACKUP', '50'] },
    `${HOST}/vrrp/VI_2/failover`,
  ],
  [
    'Sentinel',
    'tocsin-sentinel',
    { args: ['+odown', 'master mymaster 127.0.0.1 6379 #quorum 2/2'] },
    { args: ['+switch-master', 'mymaster 127.0.0.1 6379 127.0.0.1 6380'] },
    'redis/mymaster/quorum',
  ],
  [
    'Sentinel, the old master as a replica',
    'tocsin-sentinel',
    { args: ['+sdown', 'master mymaster 127.0.0.1 6379'] },
    { args: ['-sdown', 'slave 127.0.0.1:6379 127.0.0.1 6379 @ mymaster 127.0.0.1 6380'] },
    'redis/127.0.0.1:6379',
  ],
  [
    'vzdump',
    'tocsin-vzdump',
    { args: ['backup-abort', 'snapshot', '101'] },
    { args: ['backup-end', 'snapshot', '101'] },
    `${HOST}/vzdump/101`,
  ],
];
