import { own } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

/** The page for people who look at a gateway over HTTP. */
export interface DashboardSettings {
  /** Default: true, which keeps what sessions did lately in memory. */
  readonly enabled: boolean;
  /** Folder of evaluation reports, absolute. */
  readonly reports?: string;
}

export const DEFAULT_DASHBOARD: DashboardSettings = { enabled: true };

/** Reads the section `dashboard`. Paths are resolved by `toPath`, from the folder of the file. */
export function readDashboard(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  toPath: (path: string) => string,
): DashboardSettings {
  if (!Object.hasOwn(root, 'dashboard')) return DEFAULT_DASHBOARD;
  const section = reader.object(root.dashboard, 'dashboard', ['enabled', 'reports']);
  const enabled = own(section, 'enabled');
  const reports = own(section, 'reports');
  return {
    enabled: enabled === undefined ? true : reader.boolean(enabled, 'dashboard.enabled'),
    ...(reports === undefined ? {} : { reports: toPath(reader.text(reports, 'dashboard.reports')) }),
  };
}
