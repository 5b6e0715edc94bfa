import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createTestFolder } from './folder.js';
import { readGuideBlocks } from './guide.js';
import { startMonitoringCore, type MonitoringCore } from './monitoring-core.js';

const service = (name: string) => `define service {
  host_name               db-1
  service_description     ${name}
  check_command           fine
  active_checks_enabled   0
  max_check_attempts      1
  check_interval          3600
  retry_interval          3600
  check_period            24x7
  notification_period     24x7
  notification_interval   1
  contacts                tocsin
}`;

/** Starts Nagios Core with the configuration of Debian and the files of the guide. Its unit of time is a second. */
export async function startNagios(webhookUrl: string): Promise<MonitoringCore> {
  const folder = await createTestFolder('nagios');
  const at = (name: string) => join(folder.path, name);
  const [commands = '', limit = '', contact = ''] = readGuideBlocks('nagios', webhookUrl);
  for (const name of ['objects', 'rw', 'spool/checkresults', 'archives'])
    await mkdir(at(name), { recursive: true });
  await writeFile(at('objects/commands.cfg'), commands);
  await writeFile(at('objects/contacts.cfg'), contact);
  await writeFile(
    at('objects/watched.cfg'),
    `define command {
  command_name  fine
  command_line  /bin/true
}
define host {
  host_name              db-1
  address                192.0.2.7
  check_command          fine
  max_check_attempts     1
  check_interval         3600
  check_period           24x7
  notification_period    24x7
  notification_interval  0
  contacts               tocsin
}
${service('disk')}
${service('load')}
`,
  );
  const own: Readonly<Record<string, string>> = {
    nagios_user: userInfo().username,
    nagios_group: userInfo().username,
    use_syslog: '0',
    check_result_reaper_frequency: '1',
    interval_length: '1',
    check_for_updates: '0',
    ...Object.fromEntries(
      limit
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ),
  };
  const shipped = (await readFile('/etc/nagios4/nagios.cfg', 'utf8'))
    .replaceAll(/^(?:cfg_|#).*\n/gm, '')
    .replaceAll(/\/var\/(?:lib|log|run)\/nagios4/g, folder.path)
    .replaceAll(/^(\w+)=.*$/gm, (line, name: string) =>
      own[name] === undefined ? line : `${name}=${own[name]}`,
    );
  await writeFile(
    at('nagios.cfg'),
    `${shipped}
# By default the workers of every Nagios of the machine would register at the one that came last.
query_socket=${at('rw/nagios.qh')}
cfg_dir=${at('objects')}
cfg_file=/etc/nagios4/objects/timeperiods.cfg
`,
  );
  return startMonitoringCore({
    program: 'nagios4',
    args: [at('nagios.cfg')],
    pipe: at('rw/nagios.cmd'),
    folder,
  });
}
