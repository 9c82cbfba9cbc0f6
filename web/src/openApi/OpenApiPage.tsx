import { openCalls } from '@tradehouse/contract';
import type { OpenCall } from '@tradehouse/contract';
import { Segmented, Select, Tree } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { language } from '../app/session/language.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { ApiVersionList } from './apiVersionList.tsx';
import { OpenApiCall } from './openApiCall.tsx';
import type { ProgramToken } from './openApiTest.tsx';
import { WebhookList } from './webhookList.tsx';
import './openApi.css';

const keyOfOpenCall = ({ call }: OpenCall): string => `${call.method} ${call.path}`;

type Area = 'signIn' | 'products' | 'stock' | 'partners' | 'orders' | 'outbounds' | 'tracks';
/** Returns the area of a call: the subject of its scope. */
function areaOf({ call: { access } }: OpenCall): Area {
  if (typeof access !== 'object' || !('application' in access)) return 'signIn';
  // SAFETY: a scope's name starts with the area.
  return access.application.split(':')[0] as Area;
}

const areas = [...Map.groupBy(openCalls, areaOf)].map(([area, calls]) => ({
  area,
  label: t(`openApi.area.${area}`),
  calls,
}));

/** Documents the calls for programs from the declarations, with a place to try each. */
function Calls(): ReactNode {
  const phone = usePhone();
  const [chosen, setChosen] = useState(0);
  // Token stored only in memory, while the page is open.
  const [token, setToken] = useState<ProgramToken | null>(null);
  const one = openCalls[chosen];
  const choose = (key: string): void => {
    const at = openCalls.findIndex((each) => keyOfOpenCall(each) === key);
    if (at >= 0) setChosen(at);
  };
  if (one === undefined) return null;
  return (
    <div className="open-api">
      {phone ? (
        <Select
          aria-label={t('openApi.tree')}
          value={keyOfOpenCall(one)}
          onChange={choose}
          options={areas.map(({ label, calls }) => ({
            label,
            options: calls.map((each) => ({
              value: keyOfOpenCall(each),
              label: each.called[language],
            })),
          }))}
        />
      ) : (
        <nav className="open-api-tree" aria-label={t('openApi.tree')}>
          <Tree
            blockNode
            defaultExpandAll
            selectedKeys={[keyOfOpenCall(one)]}
            onSelect={(_, { node }) => choose(String(node.key))}
            treeData={areas.map(({ area, label, calls }) => ({
              key: area,
              title: label,
              selectable: false,
              children: calls.map((each) => ({
                key: keyOfOpenCall(each),
                title: each.called[language],
              })),
            }))}
          />
        </nav>
      )}
      <OpenApiCall key={keyOfOpenCall(one)} one={one} token={token} onToken={setToken} />
    </div>
  );
}

const parts = ['calls', 'webhooks', 'versions'] as const;

/** Documents the open API: calls, webhooks and versions. */
export default function OpenApi(): ReactNode {
  const { page, query } = useTab();
  const { replace } = useTabActions();
  const part = parts.find((known) => known === query.get('part')) ?? 'calls';
  return (
    <div className="text-page">
      <Segmented
        aria-label={t('openApi.parts')}
        className="open-api-parts"
        value={part}
        options={parts.map((value) => ({
          value,
          label: t(`openApi.${value}`),
        }))}
        // Stored in the address, so that a reload restores the choice.
        onChange={(next) => replace(next === 'calls' ? page.url : `${page.url}?part=${next}`)}
      />
      {part === 'calls' ? <Calls /> : null}
      {part === 'webhooks' ? <WebhookList /> : null}
      {part === 'versions' ? <ApiVersionList /> : null}
    </div>
  );
}
