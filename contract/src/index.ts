// Contract: what browser and server promise each other. Every call and every table, no logic.
export * from './endpoint.ts';
export * from './table.ts';
export * from './resource.ts';
export * from './document/shapes.ts';
export * from './document/endpoints.ts';
export * from './session/endpoints.ts';
export * from './catalog/units.ts';
export * from './catalog/categories.ts';
export * from './catalog/products.ts';
export * from './party/partners.ts';
export * from './party/people.ts';
export * from './warehouse/warehouses.ts';
export * from './money/accounts.ts';
export * from './money/inOutItems.ts';
export * from './system/settings.ts';
