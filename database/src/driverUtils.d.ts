// What the driver's own declarations leave out.
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value as a statement takes it: text, bytes, or null. */
    readonly prepareValue: (value: unknown) => string | Buffer | null;
  };
  export default utils;
}
