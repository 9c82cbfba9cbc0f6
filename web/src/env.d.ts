/** Where the API lives, fixed at build time: `API_BASE`, default `/api`. */
declare const __API_BASE__: string;
