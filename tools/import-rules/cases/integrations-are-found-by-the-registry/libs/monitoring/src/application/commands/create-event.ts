import { grafana } from '../../plugins/grafana/grafana.plugin.js';

export const plugin = grafana;
