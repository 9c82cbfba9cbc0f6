// Calendars begin on the company's day, in any time zone of the browser.
import { expect } from '@playwright/test';
import { Editor } from '../pages.ts';
import { story } from '../story.ts';

/** The day and the hour it is now in a zone. */
const inZone = (timeZone: string) => {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date())
    .split(' ');
  return { day, hour: Number(time.slice(0, 2)) };
};

// One of these is on another day than Shanghai, at whatever hour.
const zone = inZone('Asia/Shanghai').hour < 18 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
story.use({ timezoneId: zone });

story(
  'the day marked in a calendar is today in the company’s time zone',
  async ({ shop, page }) => {
    const { day } = inZone('Asia/Shanghai');
    expect(inZone(zone).day).not.toBe(day);
    const list = await shop.goTo('/bill/sale_out', '销售出库');
    const circled = page.locator('.ant-picker-dropdown:visible .ant-picker-cell-today').first();
    // The calendar opens on the month of the last chosen day.
    await list.locator('.ant-picker-range input').last().click();
    await expect(circled).toHaveAttribute('title', day);
    await page.keyboard.press('Escape');

    await shop.open('/bill/sale_out/new');
    await new Editor(shop, '销售出库').pane.locator('.ant-picker input').first().click();
    await expect(circled).toHaveAttribute('title', day);
  },
);
