// The package itself: both kinds of module, types beside what is there, versions,
// and what must hold for the source of the addon.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import * as namespace from 'boardwright'
import ts from 'typescript'

const require = createRequire(import.meta.url)
const cjs = require('boardwright')
const esm = { ...namespace }
const HERE = new URL('..', import.meta.url)
const read = (name) => readFileSync(new URL(name, HERE), 'utf8')

test('ESM and CJS share one instance', () => {
  assert.deepEqual(Object.keys(esm).sort(), Object.keys(cjs).sort())
  for (const [name, value] of Object.entries(cjs)) assert.equal(esm[name], value, name)
  const state = cjs.start(cjs.games()[0].name)
  assert.ok(state instanceof esm.State)
  assert.ok(esm.start(state.game.name).equals(state))
  assert.throws(() => cjs.start('?'), esm.BoardwrightError)
})

test('nothing but the package is reached by name', () => {
  const closed = { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' }
  assert.throws(() => require('boardwright/boardwright.node'), closed)
  assert.throws(() => require('boardwright/lib/native'), closed)
  assert.equal(require('boardwright/package.json').name, 'boardwright')
})

test('the version is that of the workspace', () => {
  const [, version] = /\[workspace\.package\]\s+version = "([^"]+)"/.exec(read('../Cargo.toml'))
  assert.equal(esm.version, version)
  assert.equal(JSON.parse(read('package.json')).version, version)
  const lock = JSON.parse(read('package-lock.json'))
  assert.equal(lock.version, version)
  assert.equal(lock.packages[''].version, version)
})

test('users install nothing else', () => {
  const manifest = JSON.parse(read('package.json'))
  for (const field of ['dependencies', 'optionalDependencies']) {
    assert.deepEqual(manifest[field] ?? {}, {}, field)
  }
  // Whoever has a server has these already.
  const peers = Object.keys(manifest.peerDependencies)
  assert.deepEqual(peers, ['fastify', 'fastify-plugin'])
  for (const name of peers) assert.equal(manifest.peerDependenciesMeta[name].optional, true, name)
  for (const name of manifest.files) assert.ok(readdirSync(HERE).includes(name), name)
  // Nor the games that only tests know, whatever the addon of the checkout was built with.
  assert.equal(manifest.scripts.prepack, 'node scripts/build.mjs --features= --profile release')
})

test('lock files name no place to get packages from', () => {
  for (const name of ['package-lock.json', 'bench/package-lock.json']) {
    assert.doesNotMatch(read(name), /"resolved": "http/, name)
  }
})

test('every export of the addon catches panics', () => {
  let exports = 0
  for (const name of readdirSync(new URL('src', HERE))) {
    const source = read(`src/${name}`)
    for (const [, args, next] of source.matchAll(/#\[napi\b(.*)\]\n(?:#\[.*\]\n)*(.*)/g)) {
      // Plain structs are converted, not called.
      if (/^pub(\(crate\))? struct /.test(next)) {
        assert.match(args, /object/, `${name}: ${next}`)
        continue
      }
      exports += 1
      assert.match(args, /catch_unwind/, `${name}: ${next}`)
    }
  }
  const native = require('../boardwright.node')
  assert.equal(exports, Object.keys(native).length)
})

describe('the types say what there is', () => {
  const file = ts.createSourceFile('index.d.ts', read('index.d.ts'), ts.ScriptTarget.Latest)
  const exported = file.statements.filter((statement) =>
    statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword),
  )
  const values = exported.filter(
    (s) => ts.isClassDeclaration(s) || ts.isFunctionDeclaration(s) || ts.isVariableStatement(s),
  )
  const names = values.flatMap((s) =>
    ts.isVariableStatement(s)
      ? s.declarationList.declarations.map((d) => d.name.text)
      : [s.name.text],
  )

  test('the names', () => {
    assert.deepEqual([...new Set(names)].sort(), Object.keys(cjs).sort())
    assert.equal(read('index.d.mts').trim(), "export * from './index.js'")
  })

  for (const declared of values.filter(ts.isClassDeclaration)) {
    const name = declared.name.text
    test(name, () => {
      const members = declared.members
        .filter((member) => !ts.isConstructorDeclaration(member))
        .map((member) => ({
          // Computed names are those of Symbol.
          name: ts.isComputedPropertyName(member.name)
            ? Symbol[member.name.expression.name.text]
            : member.name.text,
          method: ts.isMethodDeclaration(member),
          static: member.modifiers?.some((m) => m.kind === ts.SyntaxKind.StaticKeyword) ?? false,
          required: member.parameters?.filter((p) => !p.questionToken).length,
        }))
        // A method with several signatures is one, whose first has the fewest parameters.
        .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i)
      const { prototype } = cjs[name]
      if (name === 'BoardwrightError') {
        assert.deepEqual(
          members.map((member) => member.name),
          ['code'],
        )
        return
      }
      for (const member of members) {
        const owner = member.static ? cjs[name] : prototype
        const there = Object.getOwnPropertyDescriptor(owner, member.name)
        assert.ok(there, `${name} has no ${String(member.name)}`)
        assert.equal(typeof (member.method ? there.value : there.get), 'function')
        if (member.method) assert.ok(there.value.length >= member.required, String(member.name))
      }
      const hidden = ['constructor', Symbol.for('nodejs.util.inspect.custom')]
      assert.deepEqual(
        Reflect.ownKeys(prototype)
          .filter((key) => !hidden.includes(key))
          .map(String)
          .sort(),
        members
          .filter((member) => !member.static)
          .map((member) => String(member.name))
          .sort(),
      )
    })
  }

  test('everything has a line of documentation', () => {
    const bare = []
    const visit = (node, path) => {
      const named = node.name && !ts.isConstructorDeclaration(node) ? node.name.getText(file) : ''
      const where = named ? `${path}.${named}` : path
      const wants =
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        (ts.isPropertyDeclaration(node) && ts.isClassDeclaration(node.parent))
      if (wants && ts.getJSDocCommentsAndTags(node).length === 0) bare.push(where)
      ts.forEachChild(node, (child) => visit(child, where))
    }
    const withParents = ts.createSourceFile('i.d.ts', file.text, ts.ScriptTarget.Latest, true)
    ts.forEachChild(withParents, (node) => visit(node, ''))
    assert.deepEqual(bare, [])
  })
})
