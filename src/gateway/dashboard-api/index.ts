/** What the dashboard shows, and the page that shows it. */
export { createDashboardDoor } from './door.ts';
export { createDashboardPages } from './pages.ts';
export type { DashboardApprovals } from './view.ts';
