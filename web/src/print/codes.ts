import type { PrintTemplate } from '@tradehouse/contract';

type Code = PrintTemplate['header']['code'];

/** A picture of a text to be scanned, as an address of the `data:` scheme; what draws it is loaded when it is first needed. */
export async function codePicture(kind: Exclude<Code, 'none'>, text: string): Promise<string> {
  const { code128, drawingSVG, qrcode } = await import('bwip-js/browser');
  const draw = drawingSVG();
  const svg =
    kind === 'qr'
      ? qrcode({ bcid: 'qrcode', text }, draw)
      : code128({ bcid: 'code128', text, height: 8 }, draw);
  // Stretched to the place it has on paper: bars are only distinguished by their widths.
  const drawn = kind === 'qr' ? svg : svg.replace('<svg ', '<svg preserveAspectRatio="none" ');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
}
