import type { SettingsReply } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { Anchor, Button, Form, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { PageSelect } from '../control/PageSelect.tsx';
import { t } from '../phrase/index.ts';
import { TemplatePage } from '../print/TemplatePage.tsx';
import { CompanyFile, useOwnsCompany } from './companyFile.tsx';
import { CompanyPlan } from './companyPlan.tsx';
import { MoneySettings } from './moneySettings.tsx';
import { ScanSettings } from './scanSettings.tsx';
import { saveSetting, settingLabel } from './settingSaves.ts';
import { switches, texts } from './settingFields.ts';
import type { SwitchField } from './settingFields.ts';
import { SettingsText } from './settingsText.tsx';

/** Height in pixels of the bar at the page's top. */
const BAR = 56;

interface SwitchProps {
  readonly field: SwitchField;
  readonly settings: SettingsReply;
  readonly readOnly: boolean;
}

/** Self-saving switch, with its effect beside it. */
function SwitchEntry({ field: name, settings, readOnly }: SwitchProps): ReactNode {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const id = useId();
  const turn = async (on: boolean): Promise<void> => {
    setWanted(on);
    if (await saveSetting({ [name]: on })) getNotices().message.success(t('form.saved'));
    setWanted(null);
  };
  return (
    <Form.Item label={settingLabel(name)} htmlFor={id} extra={t(`settings.${name}`)}>
      <Switch
        id={id}
        aria-label={settingLabel(name)}
        disabled={readOnly}
        checked={wanted ?? settings[name]}
        onChange={(on) => void turn(on)}
      />
    </Form.Item>
  );
}

/** Self-saving choice of the page that opens after signing in. */
function LandingSetting({ settings, readOnly }: Omit<SwitchProps, 'field'>): ReactNode {
  const id = useId();
  const take = async (landingUrl: string): Promise<void> => {
    if (!(await saveSetting({ landingUrl }))) return;
    getNotices().message.success(t('form.saved'));
    await invalidateQueryKeys(['settings']);
  };
  return (
    <Form.Item label={settingLabel('landingUrl')} htmlFor={id} extra={t('settings.landingUrl')}>
      <PageSelect
        id={id}
        disabled={readOnly}
        value={settings.landingUrl}
        onChange={(url) => void take(url)}
      />
    </Form.Item>
  );
}

/** Company settings; the print templates have an address below. */
export default function SystemConfigList(): ReactNode {
  const { rest } = useTab();
  return rest === 'print' ? <TemplatePage /> : <Settings />;
}

/** The company's data and switches: every change saves at once. */
function Settings(): ReactNode {
  const settings = useSettings();
  const may = useMay();
  const { page } = useTab();
  const { open } = useTabActions();
  const pane = useRef<HTMLDivElement>(null);
  const ownsCompany = useOwnsCompany();
  const readOnly = !may(page.url, '1');
  const shared = { settings, readOnly };
  return (
    <div className="list-page settings-page" ref={pane}>
      <Anchor
        direction="horizontal"
        // Headings land below the bar, not under it.
        targetOffset={BAR}
        // The page scrolls in its tab.
        getContainer={() => pane.current?.closest<HTMLElement>('.pane') ?? document.body}
        items={[
          { key: 'company', href: '#settings-company', title: t('settings.company') },
          { key: 'money', href: '#settings-money', title: t('settings.money') },
          { key: 'switches', href: '#settings-switches', title: t('settings.switches') },
          { key: 'scan', href: '#settings-scan', title: t('settings.scan') },
          { key: 'print', href: '#settings-print', title: t('print.templates') },
          ...(ownsCompany
            ? [
                { key: 'plan', href: '#settings-plan', title: t('home.plan') },
                { key: 'file', href: '#settings-file', title: t('settings.file') },
              ]
            : []),
        ]}
        onClick={(event) => event.preventDefault()}
      />
      <Form layout="vertical" component={false}>
        <section id="settings-company" aria-label={t('settings.company')}>
          <h2>{t('settings.company')}</h2>
          <div className="form-grid two">
            {texts.map((field) => (
              <SettingsText key={field.name} field={field} {...shared} />
            ))}
            <LandingSetting {...shared} />
          </div>
        </section>
        <section id="settings-money" aria-label={t('settings.money')}>
          <h2>{t('settings.money')}</h2>
          <MoneySettings {...shared} />
        </section>
        <section id="settings-switches" aria-label={t('settings.switches')}>
          <h2>{t('settings.switches')}</h2>
          {keysOf(switches).map((group) => (
            <fieldset key={group} className="settings-group">
              <legend>{t(`settings.group.${group}`)}</legend>
              <div className="form-grid two">
                {switches[group].map((field) => (
                  <SwitchEntry key={field} field={field} {...shared} />
                ))}
              </div>
            </fieldset>
          ))}
        </section>
        <section id="settings-scan" aria-label={t('settings.scan')}>
          <h2>{t('settings.scan')}</h2>
          <ScanSettings {...shared} />
        </section>
        <section id="settings-print" aria-label={t('print.templates')}>
          <h2>{t('print.templates')}</h2>
          <p>{t('print.templatesHint')}</p>
          <Button onClick={() => open(`${page.url}/print`)}>{t('print.openTemplates')}</Button>
        </section>
        {ownsCompany ? (
          <>
            <section id="settings-plan" aria-label={t('home.plan')}>
              <h2>{t('home.plan')}</h2>
              <CompanyPlan />
            </section>
            <section id="settings-file" aria-label={t('settings.file')}>
              <h2>{t('settings.file')}</h2>
              <CompanyFile />
            </section>
          </>
        ) : null}
      </Form>
    </div>
  );
}
