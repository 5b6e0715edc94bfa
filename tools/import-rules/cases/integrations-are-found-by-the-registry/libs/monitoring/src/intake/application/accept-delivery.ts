import { grafanaV2 } from '#senders/systems/grafana/v2.plugin.js';

export const plugin = grafanaV2;
