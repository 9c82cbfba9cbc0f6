import { expect, test } from 'vitest';
import { filledAddress, mayFrame } from './frames.ts';

const names = { tenantName: '商仓 & Co', loginName: 'demo', userId: '7' };

test.each([
  ['https://bi.example.com/a?u=${loginName}', 'https://bi.example.com/a?u=demo'],
  [
    'https://bi.example.com/${tenantName}/',
    'https://bi.example.com/%E5%95%86%E4%BB%93%20%26%20Co/',
  ],
  ['http://10.0.0.5:8080/x', 'http://10.0.0.5:8080/x'],
  ['https://${loginName}.example.com/', 'https://demo.example.com/'],
])('the address template %s is filled in as %s', (template, address) => {
  expect(filledAddress(template, names)).toBe(address);
});

test.each([
  'https://bi.example.com/?t=${token}',
  'https://bi.example.com/${toString}',
  'https://bi.example.com/${1+1}',
  'https://bi.example.com/${loginName.length}',
  'javascript:alert(1)',
  'data:text/html,${loginName}',
  '${loginName}',
  '/report/material_stock',
  '',
])('the address template %s is rejected', (template) => {
  expect(filledAddress(template, names)).toBeNull();
});

test.each([
  ['https://bi.example.com/a', ['https://bi.example.com'], true],
  ['https://bi.example.com:444/a', ['https://bi.example.com'], false],
  ['http://bi.example.com/a', ['https://bi.example.com'], false],
  ['https://a.example.com/', ['https://*.example.com'], true],
  ['https://evilexample.com/', ['https://*.example.com'], false],
  ['https://example.com.evil.org/', ['https://example.com'], false],
  ['https://bi.example.com@evil.org/', ['https://bi.example.com'], false],
  ['https://me:pass@bi.example.com/', ['https://bi.example.com'], false],
  ['https://bi.example.com/', [], false],
])('a frame from %s is allowed by the sources %j: %s', (address, sources, allowed) => {
  expect(mayFrame(address, sources)).toBe(allowed);
});
