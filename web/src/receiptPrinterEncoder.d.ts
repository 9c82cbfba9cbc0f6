/** Parts in use of the encoder, which has no types of its own. */
declare module '@point-of-sale/receipt-printer-encoder' {
  export default class ReceiptPrinterEncoder {
    constructor(options: {
      readonly language: 'esc-pos';
      readonly columns: number;
      readonly newline: '\n';
      readonly feedBeforeCut: number;
    });
    initialize(): this;
    codepage(name: 'auto'): this;
    align(side: 'left' | 'center'): this;
    bold(on: boolean): this;
    height(times: number): this;
    text(text: string): this;
    raw(bytes: readonly number[]): this;
    newline(): this;
    qrcode(text: string, options: { readonly size: number; readonly errorlevel: 'm' }): this;
    cut(kind: 'partial'): this;
    pulse(): this;
    encode(): Uint8Array<ArrayBuffer>;
  }
}
