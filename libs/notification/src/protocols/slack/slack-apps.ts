/** The Slack apps that subscriptions of a domain can name. */
export abstract class SlackApps {
  abstract has(domain_id: string, slack_app_id: string): Promise<boolean>;
}
