import { Webhook } from '../../../../libs/monitoring/src/domain/webhook.js';

export const record = Webhook;
