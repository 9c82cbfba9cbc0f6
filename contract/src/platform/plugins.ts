import { defineTable } from '../table.ts';

export const pluginPage = '/system/plugin';

/** Extensions. The product loads no foreign code; the list is empty by design. */
export const pluginTable = defineTable({
  id: 'plugins',
  path: '/plugin/list',
  exportPath: '/plugin/exportExcel',
  access: { page: pluginPage, operator: true },
  columns: {
    id: { type: 'text', hidden: true },
    name: { type: 'text', width: 200 },
    pluginId: { type: 'text', width: 200 },
    pluginVersion: { type: 'text' },
    author: { type: 'text' },
    pluginStatus: { type: 'choice', choices: ['started', 'stopped'] },
  },
  filters: { name: { by: 'contains', columns: ['name'], control: 'text', first: true } },
  order: { column: 'name', direction: 'asc' },
});
