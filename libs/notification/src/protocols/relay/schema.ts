import { addressSchema } from '../address-options.js';

export const OPTIONS_SCHEMA = addressSchema(
  'where deliveries are posted to, as their senders would, like https://alertmanager.example.com/api/v2/alerts',
);
