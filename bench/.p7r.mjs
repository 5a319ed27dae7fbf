import { chromium } from '/work/main/node_modules/@playwright/test/index.mjs';
import { startServerProcess } from '/work/main/server/testing/server-process.ts';
import { makeThrowAwayPlace } from '/work/main/server/testing/process-database.ts';
const place=await makeThrowAwayPlace('');
const server=await startServerProcess(p=>({...place.env,SITE_ORIGIN:`http://localhost:${p}`}));
const u=`http://localhost:${server.port}`;
const b=await chromium.launch({executablePath:'/usr/bin/chromium'});
const p=await b.newPage();let where='';const bad=[];
p.on('console',m=>bad.push(where+' '+m.type()+' '+m.text().slice(0,250)));p.on('pageerror',e=>bad.push(where+' E '+e.message.slice(0,200)));
await p.addInitScript(()=>addEventListener('securitypolicyviolation',e=>console.error('SPV '+e.violatedDirective+' '+e.blockedURI+' '+e.sample)));
await p.goto(u+'/');
const seen=new Set(['/']);const queue=['/'];let n=0, client=0;
while(queue.length){const path=queue.shift();where=path;await p.goto(u+path,{waitUntil:'load'});await p.waitForTimeout(150);n++;
 const links=await p.$$eval('a[href]',(as)=>as.map(a=>a.href).filter(h=>h.startsWith(location.origin)).map(h=>new URL(h).pathname));
 for(const l of links) if(!seen.has(l)&&!/\.(xml|txt|data)$|^\/(mailbox|f)\b/.test(l)){seen.add(l);queue.push(l)}
 // client navigation to each page once, from here
}
// client navigations from home via history of the router
await p.goto(u+'/blog',{waitUntil:'networkidle'});
for(const path of [...seen]){where='client '+path;
 await p.evaluate((to)=>{const r=window.__reactRouterDataRouter;return r?.navigate(to)},path);await p.waitForTimeout(250);client++;
 if(new URL(p.url()).pathname!==path&&path!=='/home') bad.push(where+' ended at '+p.url());}
console.log(n,'documents',client,'client navigations');console.log([...new Set(bad)].join('\n'));
await b.close();server.terminate();await server.exit;await place.remove();
