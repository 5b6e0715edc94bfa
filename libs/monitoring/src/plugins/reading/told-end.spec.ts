import { expect, it } from 'vitest';
import { tellsOfEnd } from './told-end.js';

it.each([
  'RESOLVED: disk is full',
  '[RESOLVED:2] Disk is full',
  '[shop] [✅ Up] 200 - OK',
  'Recovery: db-1',
  'OK - db-1/load',
  'UP shop.example.com',
  'Monitor is UP: shop',
  'shop is up',
  'shop is up and running',
  'shop is up after 5 minutes',
  'The site is up.',
  'shop is now online',
  'db-1: OK',
  'Load changed from ALARM to OK',
  'db-1 is no longer in alert',
  'db-1 no longer alerting',
  'Host is no longer down',
  'Latency is no longer above 300 ms',
  'Replication is no longer failing',
  'The alert is no longer active',
  'Incident #17 was closed',
  'Problem closed',
  'The alert on web-1 was automatically closed',
  'The outage of shop is over',
  'shop is back online',
  'Traffic is back to normal',
  'db-1 is reachable again',
  'This has been fixed',
  'The problem with the API was solved',
  'Host web-1 UP',
  'Disk usage normalized',
  'All checks passed',
  'The queue has recovered',
  'Disk space recovery',
])('over: %s', (title) => expect(tellsOfEnd(title)).toBe(true));

it.each([
  'db-1 is no longer reachable',
  'The volume is no longer accessible',
  'Heartbeat no longer detected',
  'Service no longer active',
  'No longer receiving logs from web-1',
  'Error rate is up 300%',
  'Error rate is up by 300 %',
  'Latency is up to 3 s',
  'Up to 300 errors a second',
  'Only one of three nodes is up',
  'No backend is up',
  'The backend is not up',
  'Host name could not be resolved',
  'Alert is not resolved',
  'Unresolved: disk is full',
  'db-1 failed to recover',
  'Recovery of db-1 failed',
  'Recovery failed',
  'RECOVERY FAILED on db-1',
  'Connection closed by db-1',
  'Problem: load is too high (over 1.5 for 5m)',
  'Alert: connection closed by db-1',
  'Port 443 is closed',
  'Failed to back up db-1',
  'The deadline has passed',
  'The certificate must be fixed',
  'Normalized load is high',
  'Queue depth back above 1000',
  'Nothing to see',
  undefined,
])('not over: %s', (title) => expect(tellsOfEnd(title)).toBe(false));

it('takes no time over texts made to be slow', () => {
  const start = process.cpuUsage().user;
  for (const part of ['alert ', 'is ', 'no ', '- ', '[(', 'test passe ', 'not a ', 'is up '])
    tellsOfEnd(part.repeat(20_000));
  expect(process.cpuUsage().user - start).toBeLessThan(500_000);
});
