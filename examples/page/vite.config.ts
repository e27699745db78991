import { defineConfig } from 'vite'

// In development the page is Vite's, and the protocol the server's.
const target = process.env['SERVER'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  build: { target: 'es2022', sourcemap: true },
  server: { proxy: { '/api': { target, ws: true } } },
})
