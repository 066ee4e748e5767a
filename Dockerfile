# Build stage: everything needed to compile; not part of the image.
FROM node:24.11.1-bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY scripts/build.ts scripts/build-assets.ts ./scripts/
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

# Runtime stage: Node, LibreOffice Writer (headless), metric-compatible fonts, fonts for names in any script, one unprivileged user.
FROM node:24.11.1-bookworm-slim
# LibreOffice 25.2 of Debian's backports lays out more documents as Word does than Debian 12's own 7.4.
RUN echo 'deb http://deb.debian.org/debian bookworm-backports main' >/etc/apt/sources.list.d/backports.list \
 && apt-get update \
 && apt-get install -y --no-install-recommends -t bookworm-backports libreoffice-writer-nogui libreoffice-math-nogui python3-uno \
 && apt-get install -y --no-install-recommends \
      tini curl bubblewrap libjemalloc2 libturbojpeg0 fontconfig \
      fonts-crosextra-carlito fonts-liberation2 fonts-dejavu-core \
      fonts-noto-core fonts-wqy-microhei fonts-noto-cjk fonts-noto-color-emoji \
      hyphen-fr hyphen-en-us hyphen-de hyphen-es hyphen-it hyphen-nl \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --create-home paraph \
 && install -d -o paraph -g paraph -m 700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY openapi.yaml THIRD-PARTY-NOTICES.md ./
COPY templates ./templates
COPY docs ./docs
USER paraph
# Production mode: the development outbox is off, since in a container every visitor could appear to be local.
ENV PARAPH_HOST=0.0.0.0 PARAPH_PORT=3000 PARAPH_DATA_DIR=/data PARAPH_PRODUCTION=on
# Reduces memory usage, like the Node flag below; see docs/self-hosting.md, "Memory".
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=4194304
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD curl -fsS http://127.0.0.1:3000/health/ready || exit 1
# tini reaps what a killed LibreOffice leaves and passes SIGTERM on for the drain.
ENTRYPOINT ["tini", "--", "node"]
CMD ["--max-semi-space-size=8", "dist/main.js"]
