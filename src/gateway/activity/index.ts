/** What sessions did lately, for people who look at a running gateway. */
export {
  type ActivityCounts,
  ActivityLog,
  type ActivityMinute,
  type ActivityOptions,
  MINUTES,
} from './activity-log.ts';
