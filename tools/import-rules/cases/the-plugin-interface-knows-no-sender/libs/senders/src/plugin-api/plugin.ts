import { grafana } from '../systems/grafana/plugin.js';

export const sample = grafana;
