import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Text } from '../field.ts';
import { Closed } from '../resource.ts';
import { defineTable } from '../table.ts';

export const platformConfigPage = '/system/platform_config';

/** Settings with the values 0 (off) and 1 (on). */
export const isPlatformSwitch = (key: string): boolean =>
  key.endsWith('_flag') || key === 'count_views';

/** Platform-wide settings. Secrets are never returned; `hasValue` is true if set. */
export const platformConfigTable = defineTable({
  id: 'platformConfigs',
  path: '/platformConfig/list',
  exportPath: '/platformConfig/exportExcel',
  access: { page: platformConfigPage, operator: true },
  columns: {
    id: { type: 'text', hidden: true },
    version: { type: 'integer', hidden: true },
    label: { type: 'text', width: 300 },
    value: { type: 'text', width: 320, sortable: false },
    hasValue: { type: 'flag' },
    secret: { type: 'flag' },
    public: { type: 'flag', optional: true },
    key: { type: 'text', code: true, width: 180 },
  },
  filters: {
    label: { by: 'contains', columns: ['label', 'key'], control: 'text', first: true },
  },
  order: { column: 'key', direction: 'asc' },
});

/** Changes one value; an empty value removes the setting. */
export const updatePlatformConfig = defineEndpoint({
  call: 'PUT /platformConfig/update',
  summary: 'Set a value of the platform',
  access: { page: platformConfigPage, operator: true, button: '1' },
  input: Closed({
    key: Type.String({ pattern: '^[A-Za-z0-9_]{1,60}$', maxLength: 60 }),
    version: Type.Integer(),
    value: Text(500),
  }),
  reply: Closed({ key: Type.String(), version: Type.Integer() }),
});
