import { EnumField } from '../http/body/fields.js';

export class HealthInfo {
  @EnumField(['ok'], { name: 'HealthStatus' }) status!: 'ok';
}
