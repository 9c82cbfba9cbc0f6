// Contract: what browser and server promise each other. Every call and every table, no logic.
export * from './endpoint.ts';
export * from './table.ts';
export * from './resource.ts';
export * from './document/shapes.ts';
export * from './document/endpoints.ts';
export * from './session/endpoints.ts';
