import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { findMisspeltSettings } from '../config/misspelt-settings.js';
import { findRemovedSettings } from '../config/removed-settings.js';

/** Logs a warning for each variable that was probably meant as a setting but is ignored. */
export function warnIgnoredSettings(env: NodeJS.ProcessEnv): void {
  const logger = new Logger('Settings');
  for (const { name, meant } of findMisspeltSettings(env))
    logger.warn(`${name} is no setting: was ${meant} meant?`);
  for (const { name, instead } of findRemovedSettings(env))
    logger.warn(`${name} is no longer a setting (${instead})`);
}

/**
 * Returns the address at which a server listens, as the system reports it: also for a port that the system chose, or all
 * networks.
 */
export function formatListenAddress(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
